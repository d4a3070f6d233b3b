import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileOf } from '../../src/core/address.ts';
import type { Grid } from '../../src/core/grid.ts';
import { resolve } from '../../src/core/resolve.ts';

/** A page of a listing, as a client has it. */
export interface Page {
  /** Its file in the site. */
  readonly file: string;
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

/** A built site that is asked by address, without a server between. */
export class AskedSite {
  constructor(
    readonly folder: string,
    readonly grid: Grid,
  ) {}

  /** The file that answers a GET of an address. Throws where the answer is not 200. */
  fileAt(href: string): string {
    const { origin, pathname, search } = new URL(href);
    if (origin !== new URL(this.grid.base).origin) throw new Error(`${href} leads elsewhere.`);
    const answer = resolve(this.grid, { method: 'GET', path: pathname, query: search.slice(1) });
    if (answer.status === 200 && 'address' in answer) return fileOf(answer.address);
    throw new Error(`${href} is answered with ${answer.status}.`);
  }

  text(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** The page of a collection that a query asks for. */
  list(collection: string, query = ''): Page {
    return this.#page(`${this.grid.base}/api/${collection}/?${query}`);
  }

  /** A page and all that its `next` leads to; or, by `previous`, all that come before it. */
  walk(first: Page, by: 'next' | 'previous'): Page[] {
    const pages = [first];
    for (let href = first[by]; href !== null; href = pages.at(-1)?.[by] ?? null) {
      pages.push(this.#page(href));
      if (pages.length > first.count) throw new Error(`The links from ${first.file} never end.`);
    }
    return pages;
  }

  #page(href: string): Page {
    const file = this.fileAt(href);
    return { ...JSON.parse(this.text(file)), file };
  }
}

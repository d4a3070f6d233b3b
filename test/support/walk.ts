import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileOf } from '../../src/core/address.ts';
import type { Grid } from '../../src/core/grid.ts';
import { resolve } from '../../src/core/resolve.ts';

/** A page of a listing, as a client receives it. */
export interface Page {
  /** Its file in the site. */
  readonly file: string;
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Readonly<Record<string, unknown>>[];
}

/** A site on the disk, whose pages are read by their addresses without a server. */
export class BuiltSite {
  constructor(
    readonly folder: string,
    readonly grid: Grid,
  ) {}

  text(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** The page of a collection for a query. */
  list(collection: string, query = ''): Page {
    return this.#page(`${this.grid.base}/api/${collection}/?${query}`);
  }

  /** A page and all that its `next` leads to; or, by `previous`, all that are before it. */
  walk(first: Page, by: 'next' | 'previous'): Page[] {
    const pages = [first];
    for (let href = first[by]; href !== null; href = pages.at(-1)?.[by] ?? null) {
      pages.push(this.#page(href));
      if (pages.length > first.count) throw new Error(`The links from ${first.file} never end.`);
    }
    return pages;
  }

  #page(href: string): Page {
    const { pathname, search } = new URL(href);
    const request = { method: 'GET', path: pathname, query: search.slice(1) };
    const answer = resolve(this.grid, request);
    if (!href.startsWith(this.grid.base) || answer.status !== 200 || !('address' in answer)) {
      throw new Error(`${href} is answered with ${answer.status}.`);
    }
    const file = fileOf(answer.address);
    return { ...JSON.parse(this.text(file)), file };
  }
}

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import {
  headText,
  MANIFEST,
  type ManifestHead,
  type ManifestRow,
  rowText,
  TAIL_TEXT,
} from '../site/manifest.ts';

/** How much text is kept until it is written, in characters. */
const MOST = 1 << 16;

/** The manifest of a site while the site is written: rows go to the file as they come. */
export class ManifestFile {
  readonly #file: string;
  #text: string;
  #isEmpty = true;
  #bytes = 0;

  constructor(folder: string, head: ManifestHead) {
    this.#file = path.join(folder, MANIFEST);
    this.#text = headText(head);
  }

  add(row: ManifestRow): void {
    this.#text += rowText(row, this.#isEmpty);
    this.#isEmpty = false;
    if (this.#text.length > MOST) this.#flush();
  }

  /** Writes what stands after the rows; returns the size of the whole text in bytes. */
  end(): number {
    this.#text += TAIL_TEXT;
    this.#flush();
    return this.#bytes;
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    appendFileSync(this.#file, bytes);
    this.#bytes += bytes.length;
    this.#text = '';
  }
}

import { readFileSync } from 'node:fs';
import { fileLocation, locationAt, type SourceLocation } from '../util/problem.ts';
import { decode, formatOf } from './file.ts';
import type { FieldPath } from './format.ts';

/** Returns where a value is in a file, or the name of the field that holds it. */
export type Locate = (path: FieldPath, part?: 'value' | 'name') => SourceLocation;

/** How many files stay parsed: a problem may name two, and one large list may be named by many. */
const MAX_FILES = 8;

/**
 * Locates values in files. A file is parsed again when the first location in it is needed, so that
 * valid content doesn't pay for locations, neither in time nor in memory. Where a file has changed
 * since it was read, locations are those in its present text, which is what its author looks at.
 */
export class SourceMap {
  /** The files used last, the latest at the end. */
  readonly #locators = new Map<string, Locate>();

  locatorOf(file: string): Locate {
    return (path, part) => this.#parsed(file)(path, part);
  }

  #parsed(file: string): Locate {
    const locate = this.#locators.get(file) ?? parseLocations(file);
    this.#locators.delete(file);
    this.#locators.set(file, locate);
    const [oldest] = this.#locators.keys();
    if (this.#locators.size > MAX_FILES && oldest !== undefined) this.#locators.delete(oldest);
    return locate;
  }
}

/** The file as a whole where its text can't be read any more. */
function parseLocations(file: string): Locate {
  try {
    const text = decode(readFileSync(file));
    const rangeOf = formatOf(file)?.locator(text);
    if (!rangeOf) return () => fileLocation(file);
    return (path, part = 'value') => {
      const { offset, length } = rangeOf(path, part);
      return locationAt(file, text, offset, length);
    };
  } catch {
    return () => fileLocation(file);
  }
}

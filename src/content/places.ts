import { fileLocation, locationAt, type SourceLocation } from '../util/problem.ts';
import { readText, syntaxOf } from './file.ts';
import type { Path } from './syntax.ts';

/** Tells where a value stands in a file, or the name of the field that holds it. */
export type PlaceIn = (path: Path, part: 'value' | 'name') => SourceLocation;

/** How many files are kept parsed: two that are told of in turn, and some that hold them up. */
const KEPT = 8;

/**
 * Tells where values stand in the files of one reading. A file is read again when it is first asked
 * for, so that good content pays nothing for positions, neither time nor memory. Where somebody has
 * changed it since, its places are those in what stands there now, which is what people will look at.
 */
export class Places {
  /** Those last asked for; the last of all at the end. */
  readonly #kept = new Map<string, PlaceIn>();

  in(file: string): PlaceIn {
    return (path, part) => this.#of(file)(path, part);
  }

  #of(file: string): PlaceIn {
    const placeIn = this.#kept.get(file) ?? readPlaces(file);
    this.#kept.delete(file);
    this.#kept.set(file, placeIn);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return placeIn;
  }
}

function readPlaces(file: string): PlaceIn {
  const whole = () => fileLocation(file);
  const text = readText(file);
  if (typeof text !== 'string') return whole;
  try {
    const find = syntaxOf(file)?.finder(text);
    if (!find) return whole;
    return (path, part) => {
      const { offset, length } = find(path, part);
      return locationAt(file, text, offset, length);
    };
  } catch (error) {
    // Values too deep inside each other, as `readContentFile` tells.
    if (error instanceof RangeError) return whole;
    throw error;
  }
}

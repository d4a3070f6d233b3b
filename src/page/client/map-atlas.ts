import { WORLD } from './projection.ts';

/** The layers of the map as JSON, which the bundler inserts; `scripts/atlas.mjs` encodes them. */
declare const ATLAS: string;

const LAYERS = ['land', 'lakes', 'countries', 'states', 'provinces'] as const;

/** The shapes of each layer, in pixels of zoom level 0, with the longitude 0 in the middle of the world. */
export type Atlas = Readonly<Record<(typeof LAYERS)[number], readonly Path2D[]>>;

export function createAtlas(): Atlas {
  const { units, ...texts }: Record<string, string> & { units: number } = JSON.parse(ATLAS);
  const unit = WORLD / units;
  // One by one: browsers skip those outside the canvas faster than parts of a single path.
  const shapesOf = (name: string) => texts[name]?.split('\n').map((text) => decode(text, unit));
  return Object.fromEntries(LAYERS.map((name) => [name, shapesOf(name) ?? []])) as never;
}

/** A shape of a text, whose characters are digits of numbers in base 32. */
function decode(text: string, unit: number): Path2D {
  const path = new Path2D();
  for (const ring of text.split(' ')) {
    let [x, y, at] = [0, 0, 0];
    for (let isFirst = true; at < ring.length; isFirst = false) {
      x += readNumber();
      y += readNumber();
      if (isFirst) path.moveTo(x * unit, y * unit);
      else path.lineTo(x * unit, y * unit);
    }

    function readNumber(): number {
      let [value, factor, digit] = [0, 1, 32];
      for (; digit >= 32; factor *= 32) {
        const code = ring.charCodeAt(at++);
        digit = code - (code > 92 ? 36 : 35);
        value += (digit % 32) * factor;
      }
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }
  return path;
}

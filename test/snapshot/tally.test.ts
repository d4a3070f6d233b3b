import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RENDER, type Records } from '../../src/inspect/snapshot/dataset.ts';
import { LinesTally } from '../../src/inspect/snapshot/tally.ts';
import { sha256 } from '../support/site-files.ts';

/** What a tally says of bytes that come in pieces, cut at some places. */
function tallied<T>(
  tally: { add(piece: Buffer): void; end(): T },
  body: Uint8Array,
  cuts: readonly number[] = [],
): T {
  const places = [0, ...cuts.map((cut) => cut % (body.length + 1)), body.length];
  places.sort((a, b) => a - b);
  for (const [index, place] of places.entries()) {
    tally.add(Buffer.from(body.subarray(place, places[index + 1] ?? place)));
  }
  return tally.end();
}

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', ',\n', '\r', ']', ''));
const record = fc.record({ a: text }).map((value) => Buffer.from(JSON.stringify(value)));
const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe('a tally', () => {
  it('counts records, and foretells the array, however they come', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), cuts, (records: Records, places) => {
        const [json, lines] = [RENDER.json(records), RENDER.ndjson(records)];
        const expected = { records: records.length, array: sha256(json) };
        expect(tallied(new LinesTally(), lines, places)).toEqual(expected);
      }),
    );
  });

  it('foretells no array of lines of which the last does not end', () => {
    expect(tallied(new LinesTally(), Buffer.from('{}\n{}')).array).toBeNull();
    expect(tallied(new LinesTally(), Buffer.from('{}')).array).toBeNull();
  });
});

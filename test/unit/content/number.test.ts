import { describe, expect, it } from 'vitest';
import { isChangedNumber } from '../../../src/content/number.ts';
import { valuesOf } from '../../support/table.ts';

const CHANGED = valuesOf(`
  9007199254740993 | -9007199254740993 | 1795402379632000001 | 12345678901234567890
  +9007199254740993 | 0x20000000000001 | 5972000000000000000000000
  1e400 | -1e400 | 1e-400 | 12e-400 | -0.5e-324 | 1${'0'.repeat(400)} | 0.${'0'.repeat(400)}1
`);

const KEPT = valuesOf(`
  0 | 0x20000000000000 | 0o17 | -0 | 0.0 | 0e999 | 1.0 | 1e2 | +1 | .5 | 5. | 007
  9007199254740991 | 9007199254740992 | 1795402379632000000 | 123456789012345680000 | 5.972e24 | 9007199254740993.0
  1e23 | 1.7976931348623157e308 | 5e-324 | 0.1 | 3.141592653589793238462643 | 9007199254740993.5
`);

describe('isChangedNumber', () => {
  it.each(CHANGED)('%s -> changed', (text) => {
    expect(isChangedNumber(text)).toBe(true);
  });

  it.each(KEPT)('%s -> kept', (text) => {
    expect(isChangedNumber(text)).toBe(false);
  });
});

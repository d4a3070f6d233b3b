import { describe, expect, it } from 'vitest';
import { hashKey, hashText } from '../../../src/core/hash.ts';

// Files of published sites have such names. The values are those of other implementations.

it.each([
  ['', 0],
  ['hello', 0x248bfa47],
  ['hello, world', 0x149bbb7f],
  ['The quick brown fox jumps over the lazy dog.', 0xd5c48bfc],
  ['Cañon 🚲', 0x93eccf68],
])('the hash of a key: %j', (key, hash) => expect(hashKey(key)[0]).toBe(hash));

describe('the hash of bytes', () => {
  it.each([
    ['', '00000000ebb6c228'],
    ['ff', 'fd6cf10d6b1dfad6'],
    ['ff80', '6c4e220cf903ebf5'],
    ['ff807f', '0594abd6de3f7bf3'],
    ['ff807f0a', '3c46bee8eb4968ab'],
    ['ff807f0a00', 'dad8a92359934379'],
    ['ff807f0a00fe', '61ea5787eb9c155e'],
    ['ff807f0a00fe01', 'e24c4cde56c1f3fa'],
    ['ff807f0a00fe0141', 'edbb69e01e95f1e6'],
    ['ff807f0a00fe0141c3', '03fe9b5ef04e02d3'],
  ])('%s, wherever it is in memory -> %s', (hex, hash) => {
    const bytes = Buffer.from(hex, 'hex');
    for (const start of [0, 1, 2, 3]) {
      const view = new Uint8Array(start + bytes.length + 5).fill(7);
      view.set(bytes, start);
      expect(hashText(view.subarray(start, start + bytes.length))).toBe(hash);
    }
  });

  it('has two halves of different seeds', () =>
    expect(hashText(Buffer.from('Hello, world!'))).toMatch(/24884cba$/));
});

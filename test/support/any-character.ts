import fc from 'fast-check';

/**
 * Any character, from U+0000 to U+10FFFF, but no half of a surrogate pair. fast-check takes two seconds
 * to prepare its own (`unit: 'binary'`).
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

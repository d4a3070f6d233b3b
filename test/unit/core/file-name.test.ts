import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodedNames, formatFileName, parseFileName } from '../../../src/core/file-name.ts';

describe('formatFileName', () => {
  it.each([
    ['a code', 'US', 'US'],
    ['a UUID', '0c7a4d1e-56c0-4a0c-8a1d-000000000001', '0c7a4d1e-56c0-4a0c-8a1d-000000000001'],
    ['a negative number', '-5', '-5'],
    ['a full stop inside', 'v1.2', 'v1.2'],
    ['an underscore first', '__proto__', '__proto__'],
    ['a plus sign', 'libstdc++6', '--libstdc.2b.2b6'],
    ['a space', 'Upper West', '--Upper.20West'],
    ['an accent', 'Süd', '--S.c3.bcd'],
    ['other scripts', '日本', '--.e6.97.a5.e6.9c.ac'],
    ['outside the Basic Multilingual Plane', '🚲', '--.f0.9f.9a.b2'],
    ['a slash', 'a/b', '--a.2fb'],
    ['a full stop first', '.net', '--.2enet'],
    ['a full stop last', 'Inc.', '--Inc.2e'],
    ['two hyphens first', '--x', '--.2d-x'],
    ['only a hyphen', '-', '--.2d'],
    ['a device of Windows', 'con', '--con'],
    ['one with an extension', 'NUL.txt', '--NUL.2etxt'],
    ['no text', '', '--'],
    ['200 letters', 'x'.repeat(200), 'x'.repeat(200)],
    ['201 letters', 'x'.repeat(201), '----a32352ee54a006d6'],
  ])('%s: %j -> %s', (_, text, name) => expect(formatFileName(text)).toBe(name));

  it('encodes capital letters of a text that differs from another one only in case', () => {
    expect([...encodedNames(['us', 'Us', 'US', 'Süd', 'süd'])]).toEqual([
      ['Süd', '--S.c3.bcd'],
      ['Us', '---.55s'],
      ['süd', '---s.c3.bcd'],
      ['us', '---us'],
    ]);
  });
});

/** Texts that are close to names, with the characters that have a meaning in them. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('-', '.', '_', 'a', 'A', '2', 'b', 'ü', 'Ü', 'u\u0308', 'ſ', 'K'),
  }),
  fc.constantFrom('con', 'CON', 'nul.txt', 'com1', '..', '.', '-', '--', 'x'.repeat(150)),
  fc.string({ unit: fc.constantFrom('x', 'X', '日'), minLength: 190, maxLength: 210 }),
);

describe('file names', () => {
  it('can be written on every system, and give the text again unless they are hashes', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isTwin) => {
        const name = formatFileName(text, isTwin);
        expect(name).toMatch(/^[A-Za-z0-9_-](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?$/);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        expect(name.length).toBeLessThanOrEqual(200);
        expect(parseFileName(name)).toBe(name.startsWith('----') ? null : text);
      }),
      { numRuns: 1000 },
    );
  });

  it('differ where case and the form of Unicode are ignored', () => {
    fc.assert(
      fc.property(fc.uniqueArray(texts), (some) => {
        const encoded = encodedNames(some);
        const names = some.map((text) => encoded.get(text) ?? text);
        const folded = names.map((name) => name.normalize('NFC').toLowerCase().normalize('NFD'));
        expect(new Set(folded).size).toBe(some.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('are the only texts that give a text', () => {
    fc.assert(
      fc.property(texts, (name) => {
        const text = parseFileName(name);
        const all = text === null ? [] : [formatFileName(text), formatFileName(text, true)];
        if (text !== null) expect(all).toContain(name);
      }),
      { numRuns: 1000 },
    );
  });
});

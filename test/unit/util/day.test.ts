import { expect, it } from 'vitest';
import { isDay } from '../../../src/util/day.ts';

it.each([
  ['2024-02-29', true],
  ['1970-01-01', true],
  ['0000-12-31', true],
  ['2025-02-29', false],
  ['2025-13-01', false],
  ['2025-05-00', false],
  ['2025-05', false],
  ['', false],
])('%j is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected));

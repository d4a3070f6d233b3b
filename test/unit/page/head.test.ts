import { describe, expect, it } from 'vitest';
import { head, iconOf } from '../../../src/page/head.ts';
import { tagsOf } from '../../support/markup.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

describe('the head of a page', () => {
  it.each([
    ['https://example.org/x', true],
    ['http://localhost:8080', false],
  ])('built for %s has an address for other sites: %s', (base, isNamed) => {
    const { grid, ...parts } = UNUSUAL_SITES.pages.described;
    const assets = { script: '', style: '', map: '', points: {} };
    const { text } = head({ ...parts, grid: { ...grid, base }, assets });
    expect(text.includes(`<link rel="canonical" href="${base}/">`)).toBe(isNamed);
  });

  it.each([
    [{ name: 'things' }, '>T</text>'],
    [{ name: '«Été»' }, '>É</text>'],
    [{ name: '' }, '>/</text>'],
    [{ name: 'Things', icon: 'AB' }, 'font-size="8" fill="#fff">AB</text>'],
    [{ name: 'Things', icon: '🚲' }, 'fill="#fff">🚲</text>'],
  ])('has the icon of %j', (about, text) => {
    expect(iconOf(about)).toContain(text);
    tagsOf(`<!doctype html>\n${iconOf(about).replaceAll('/>', '></rect>')}`);
  });
});

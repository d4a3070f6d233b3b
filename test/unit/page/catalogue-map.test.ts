import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAP_SCRIPT, PAGE, pointsFile } from '../../../src/describe/files.ts';
import { defineCollection, z } from '../../../src/index.ts';
import { pageFiles } from '../../../src/page/page-files.ts';
import { compiledFile } from '../../../src/util/package.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { type RenderedSite, renderedSite } from '../../support/rendered-site.ts';
import { shippedText } from '../../support/shipped-site.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const filesOf = ({ described, points }: RenderedSite) => pageFiles(described, points);

const pageIn = (site: RenderedSite) =>
  String(filesOf(site).find(({ path }) => path === PAGE)?.body[0]);

describe('the map of a page', () => {
  it.each([
    ['a map', true],
    ['a map without records', false],
    ['pages', false],
  ] as const)(
    'of %s has a template, and a file with its script and one with points: %s',
    (name, expected) => {
      const site = UNUSUAL_SITES[name];
      const page = pageIn(site);
      const paths = filesOf(site).map(({ path }) => path);
      const files = [MAP_SCRIPT, pointsFile('places')];
      expect(paths.filter((path) => files.includes(path))).toEqual(expected ? files : []);
      expect(page.includes('<template id="map-template">')).toBe(expected);
    },
  );

  it('of a collection without points called constructor has no template', () => {
    const items = titled('constructor');
    const definition = defineCollection({ ...items, schema: z.object({ id: z.int() }), key: 'id' });
    const page = pageIn(renderedSite(apiOf(definition), { constructor: [{ id: 1 }] }));
    expect(page).not.toContain('<template id="map-template">');
  });

  it('the address and the size of the file with the points', () => {
    const file = 'data/points/results.json';
    const entry = new RegExp(`"points":\\["${file}\\?[0-9a-f]{8}",(\\d+)]`);
    const [, size] = entry.exec(shippedText(PAGE)) ?? [];
    expect(Number(size)).toBe(Buffer.byteLength(shippedText(file)));
  });

  it('has code and geography in at most 185 KB, compressed', () => {
    const script = readFileSync(compiledFile('explorer-map.bundle.js'));
    expect(gzipSync(script).length).toBeLessThan(185_000);
  });

  it('has its licences in the package', () => {
    const licences = readFileSync(compiledFile('THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['ol', 'world-atlas']) expect(licences).toMatch(`\n${name} `);
  });
});

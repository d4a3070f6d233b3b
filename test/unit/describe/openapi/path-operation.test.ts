import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../../src/api/definition.ts';
import { z } from '../../../../src/index.ts';
import { builtSite } from '../../../support/built-site.ts';
import { filesOf } from '../../../support/site-files.ts';
import { smallSite } from '../../../support/small-site.ts';

interface Parameter {
  readonly name: string;
  readonly schema: { readonly enum?: readonly unknown[]; readonly type?: string };
}

/** The patterns of the addresses that an OpenAPI document describes. */
function patternsIn(document: ReturnType<typeof JSON.parse>): RegExp[] {
  const resolved = (part: { $ref?: string }) =>
    part.$ref ? document.components.parameters[part.$ref.split('/').at(-1) ?? ''] : part;
  return Object.entries<{ get: { parameters: object[] } }>(document.paths).map(
    ([template, { get }]) => {
      const parameters: Parameter[] = get.parameters.map(resolved);
      const pattern = template.replace(/[.]|\{(\w+)\}/g, (text, name) => {
        if (text === '.') return '\\.';
        const schema: Parameter['schema'] =
          parameters.find((one) => one.name === name)?.schema ?? {};
        const values = schema.enum?.map((value) => String(value).replaceAll('.', '\\.'));
        return values
          ? `(?:${values.join('|')})`
          : schema.type === 'integer'
            ? '[1-9]\\d*'
            : '[\\w.-]+';
      });
      return new RegExp(`^${pattern}$`);
    },
  );
}

it('each file by path has one described address, and each address has a file', async () => {
  const { folder } = await smallSite({ host: 'files' });
  const document = JSON.parse(readFileSync(path.join(folder, 'openapi.json'), 'utf8'));
  const patterns = patternsIn(document);
  const files = filesOf(folder).filter((file) => file.startsWith('api/'));
  const addresses = files.map(
    (file) => patterns.filter((pattern) => pattern.test(`/${file}`)).length,
  );
  expect(addresses).toEqual(files.map(() => 1));
  const unused = patterns.filter((pattern) => !files.some((file) => pattern.test(`/${file}`)));
  // No listing with both filters has a second page.
  expect(unused.every(({ source }) => /area.*area_size.*offset/.test(source))).toBe(true);
  expect(unused).toHaveLength(2);
});

it('the example of a page has its links by path', async () => {
  const { folder } = await smallSite({ host: 'files' });
  const { paths } = JSON.parse(readFileSync(path.join(folder, 'openapi.json'), 'utf8'));
  const { get } = paths['/api/cities/ordering/{ordering}/limit/{limit}.json'];
  const { example } = get.responses['200'].content['application/json'];
  expect(example.next).toBe(
    'https://me.github.io/small/api/cities/ordering/name/limit/2/offset/2.json',
  );
  expect(example.results[0]).toEqual({ name: 'a', area: 'n', size: 0, tags: ['x', 'a'] });
});

it('each operation has its own identifier, whatever the filters and collections are called', async () => {
  const field = { field: 'a', match: 'equals' } as const;
  const filters = { a: field, b: field, a_b: field, list: field, constructor: field };
  const collection = {
    title: 'X',
    description: 'X',
    schema: z.object({ id: z.string(), a: z.string() }),
    key: 'id' as const,
  };
  const api = defineApi({
    name: 'X',
    description: 'X',
    collections: [
      defineCollection({
        ...collection,
        name: 'x',
        filters,
        prerender: { filters: Object.keys(filters) },
      }),
      defineCollection({ ...collection, name: 'x_list' }),
    ],
  });
  const content = { 'x/all.json': [{ id: '1', a: 'keys' }], 'x_list/all.json': [] };
  const { folder } = await builtSite(api, content, { host: 'files' });
  const { paths } = JSON.parse(readFileSync(path.join(folder, 'openapi.json'), 'utf8'));
  const all = Object.values<{ get: { operationId: string } }>(paths).map(({ get }) => get);
  const identifiers = new Set(all.map(({ operationId }) => operationId));
  expect(identifiers.size).toBe(all.length);
  expect(filesOf(folder)).toContain('api/x/constructor/keys.json');
});

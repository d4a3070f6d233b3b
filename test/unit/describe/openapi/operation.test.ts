import { expect, it } from 'vitest';
import { defineCollection } from '../../../../src/api/definition.ts';
import { openApiOf } from '../../../../src/describe/openapi/document.ts';
import { z } from '../../../../src/index.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { OpenApiCheck } from '../../../support/openapi-check.ts';
import { renderedSite } from '../../../support/rendered-site.ts';
import { smallApi, smallRecords } from '../../../support/small-site.ts';

it.each([
  ['a plain host', 'plain'],
  ['hosts with rules', 'rules'],
] as const)(
  'for %s, each file by path has one described address, and each address by path a file',
  (_, form) => {
    const { described, files } = renderedSite(smallApi, smallRecords(), form);
    const { paths } = openApiOf(described);
    const found = [...files.keys()].filter((file) => file.startsWith('api/'));
    const patterns = Object.keys(paths).flatMap((path) =>
      path.endsWith('.json')
        ? new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
        : [],
    );
    const matches = (pattern: RegExp, file: string) => pattern.test(`/${file}`);
    const counts = found.map((file) => patterns.filter((one) => matches(one, file)).length);
    expect(counts).toEqual(found.map(() => 1));
    expect(patterns.filter((one) => !found.some((file) => matches(one, file)))).toEqual([]);
  },
);

it('the example of a page on a plain host has its links by path', () => {
  const { described } = renderedSite(smallApi, smallRecords(), 'plain');
  const check = new OpenApiCheck(openApiOf(described));
  const operation = ['paths', '/api/cities/limit/{limit}.json', 'get'];
  const { example } = check.part([...operation, 'responses', 200]).value.content[
    'application/json'
  ];
  expect(example.next).toBe('https://me.github.io/small/api/cities/limit/2/offset/2.json');
  expect(example.results[0]).toEqual({ name: 'a', area: 'n', size: '0', tags: ['x', 'a'] });
});

it('each operation has its own identifier, whatever the filters and collections are called', () => {
  const field = { field: 'a', match: 'equals' } as const;
  const filters = { a: field, b: field, a_b: field, list: field, path: field, constructor: field };
  const collection = {
    schema: z.object({ id: z.string(), a: z.string() }),
    key: 'id' as const,
  };
  const prerender = { filters: Object.keys(filters) };
  const api = apiOf(
    defineCollection({ ...collection, ...titled('x'), filters, prerender }),
    defineCollection({ ...collection, ...titled('x_list') }),
  );
  const { described, files } = renderedSite(api, { x: [{ id: '1', a: 'keys' }], x_list: [] });
  const all = Object.values(openApiOf(described).paths).map(({ get }) => get.operationId);
  expect(new Set(all).size).toBe(all.length);
  expect([...files.keys()]).toContain('api/x/constructor/keys.json');
});

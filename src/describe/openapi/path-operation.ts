import type { JsonSchema } from '../../api/json-schema.ts';
import type { Endpoint, Parameter } from '../../core/endpoint.ts';
import { formatFileName } from '../../core/file-name.ts';
import { type CollectionGrid, pageSizes, windowNames } from '../../core/grid.ts';
import { formatValueSegment } from '../../core/path-address.ts';
import type { Described, DescribedCollection } from '../described.ts';
import { exampleBody, exampleRequest } from '../examples.ts';
import { describedParameters } from '../parameter.ts';
import { type PathTemplate, pathTemplates } from '../path-template.ts';
import { jsonValue, keyParameter, type Operation, operationTexts } from './operation.ts';
import { contentOf } from './response.ts';

/**
 * The GETs of an endpoint on a host of plain files: one for each combination of parameters, which are in the
 * path. The parameters are those of `operationOf`.
 */
export function pathOperations(
  described: Described,
  endpoint: Endpoint,
  schema: JsonSchema,
  of?: DescribedCollection,
): Operation[] {
  const { operationId, summary, ...texts } = operationTexts(described.grid, endpoint, of);
  const [exampleNames, example] = exampleOf(described, endpoint);
  return pathTemplates(described.grid, endpoint).map(({ path, names }) => {
    const selected = endpoint.kind === 'item' ? [] : names;
    const isExample = `${selected}` === `${exampleNames}`;
    const content = contentOf({ schema, ...(isExample && { example }) });
    const parameters =
      of && endpoint.kind === 'item'
        ? [keySegment(of)]
        : parameterSegments(described, endpoint, names);
    return {
      path,
      texts: {
        ...texts,
        // No other name here has a hyphen, so that no two operations have the same identifier.
        operationId: [operationId, ...selected].join('-'),
        summary: selected.length > 0 ? `${summary}, by ${selected.join(', ')}` : summary,
      },
      parameters: parameters.map((part) => [part.name, part] as const),
      responses: [
        ['200', { description: `${summary}.`, content }],
        ['404', { description: 'There is no such file. The host sends a page for people.' }],
      ],
    };
  });
}

/** The names of the parameters of the request for an example, and the example. */
function exampleOf(described: Described, endpoint: Endpoint): [names: string[], body: unknown] {
  const { ordering = '', ...size } = exampleRequest(endpoint);
  const values = { ordering, ...size, offset: '0', page: '1' };
  const names = Object.entries({ ordering, ...size }).flatMap(([name, value]) =>
    value ? name : [],
  );
  return [names, exampleBody(described, endpoint, values)];
}

/** The key in the path of a record. */
function keySegment(of: DescribedCollection) {
  const { example, ...parameter } = keyParameter(of);
  return {
    ...parameter,
    description: `${parameter.description} ${ENCODED}`,
    schema: { type: 'string' },
    ...(example !== undefined && { example: formatFileName(String(example)) }),
  };
}

const ENCODED =
  'A key with other characters than letters, digits and `_ . -` is encoded, as `docs/files.md` of staticrest describes.';

/** The values of `ordering` and of the page size in addresses with some parameters, by name. */
function printedValues(
  collection: CollectionGrid,
  names: readonly string[],
): Readonly<Partial<Record<Parameter['kind'], readonly string[]>>> {
  const { orderings, pagination, partitions, filters = {} } = collection;
  const isFiltered = names.some((name) => Object.hasOwn(filters, name));
  const limits = (isFiltered ? partitions : pagination)?.limits ?? [];
  const sizes = pagination ? pageSizes(limits, pagination) : [];
  return {
    ordering: isFiltered ? (partitions?.orderings ?? []) : orderings,
    [windowNames(collection)[0]]: sizes.filter(
      (size) => size !== 'all' || !names.includes('offset'),
    ),
  };
}

/** What the number in a path can be. */
const PLACES: Readonly<Partial<Record<Parameter['kind'], string>>> = {
  offset: 'A multiple of `limit` below `count`.',
  page: 'The first page has no number in its path.',
};

function parameterSegments(described: Described, endpoint: Endpoint, names: PathTemplate['names']) {
  if (endpoint.kind !== 'collection') return [];
  const { collection } = endpoint;
  const printed = printedValues(collection, names);
  return describedParameters(described, endpoint).flatMap(({ name, kind, rendered, meaning }) => {
    if (!names.includes(name)) return [];
    const { [kind]: place } = PLACES;
    // By kind: a filter may be called `constructor`.
    const { [kind]: values = rendered } = printed;
    const segments =
      kind === 'filter'
        ? values.map((value) => formatValueSegment(collection, name, value))
        : values.map(jsonValue);
    const schema: JsonSchema = place
      ? { type: 'integer', minimum: kind === 'page' ? 2 : 1 }
      : { enum: segments };
    const description = place ? `${meaning} ${place}` : meaning;
    return { name, in: 'path', required: true, description, schema };
  });
}

import type { JsonSchema } from '../../api/json-schema.ts';
import { errorAddress } from '../../core/address.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import { filteredText } from '../../site/supported-values.ts';
import { underscored } from '../../util/text.ts';
import type { Described, DescribedCollection } from '../described.ts';
import { errorsOf, keyName, templateOf } from '../endpoint.ts';
import { exampleBody, exampleRequest } from '../examples.ts';
import { describedParameters } from '../parameter.ts';
import { pathTemplates } from '../path-template.ts';
import { keyParameter, pathParameter, queryParameter } from './parameter-object.ts';
import { plainResponses, responsesOf } from './response.ts';
import type { Parts } from './shared-parts.ts';

/** An endpoint, the schema of its body, and its collection; the index has none. */
export type EndpointParts = [endpoint: Endpoint, schema: JsonSchema, of?: DescribedCollection];

/** A GET of a path, with its parts in full. */
export interface Operation {
  readonly path: string;
  readonly texts: {
    readonly operationId: string;
    readonly summary: string;
    readonly description?: string;
    readonly tags?: readonly string[];
  };
  readonly parameters: Parts<{ readonly name: string; readonly [property: string]: unknown }>;
  readonly responses: Parts<object>;
}

/** The GETs of an endpoint: by query where the host reads it, and by path for each combination of parameters. */
export function operationsOf(
  described: Described,
  ...[endpoint, schema, of]: EndpointParts
): Operation[] {
  const { grid } = described;
  const texts = operationTexts(endpoint, of);
  const { operationId, summary } = texts;
  const keyed = endpoint.kind === 'item' ? of : undefined;
  const parameters = describedParameters(described, endpoint);
  const request = exampleRequest(endpoint);
  const example = exampleBody(described, endpoint, request);
  const body = { description: `${summary}.`, schema };
  const description = endpoint.kind === 'collection' &&
    of && {
      description: [of.metadata.description, filteredText(grid, of.collection)]
        .filter(Boolean)
        .join('\n\n'),
    };
  const byQuery = {
    path: templateOf(grid, endpoint),
    texts: { ...texts, ...description },
    parameters: [
      ...(keyed ? [keyParameter(keyed)] : []),
      ...parameters.flatMap((parameter) => queryParameter(grid, parameter) ?? []),
    ].map((part) => [part.name, part] as const),
    responses: Object.entries(responsesOf(errorsOf(grid, endpoint), { ...body, example })),
  };
  const missing = keyed ? errorAddress('key', keyed.collection.name) : errorAddress('path');
  const byPath = pathTemplates(grid, endpoint).map(({ path, parameters: segments }) => {
    const names = keyed ? [] : [...segments.keys()];
    const isExample = `${names}` === `${Object.keys(request)}`;
    const content = { ...body, ...(isExample && { example }) };
    return {
      path,
      texts: {
        ...texts,
        // No other name here has a hyphen, so that no two operations have the same identifier.
        operationId: [operationId, 'path', ...names].join('-'),
        summary: names.length > 0 ? `${summary}, by ${names.join(', ')}` : summary,
      },
      parameters: (keyed
        ? [keyParameter(keyed, true)]
        : parameters.flatMap((parameter) => pathParameter(parameter, segments) ?? [])
      ).map((part) => [part.name, part] as const),
      responses: Object.entries(
        grid.linksByPath
          ? plainResponses(content)
          : responsesOf([errorAddress('query'), missing], content),
      ),
    };
  });
  return grid.linksByPath ? byPath : [byQuery, ...byPath];
}

/** What an operation is called. The identifiers are those that drf-spectacular would give. */
function operationTexts({ kind }: Endpoint, of?: DescribedCollection): Operation['texts'] {
  if (!of || kind === 'index') return { operationId: 'index', summary: 'API index' };
  const { name, title } = of.metadata;
  const [verb, summary] = {
    collection: ['list', title] as const,
    item: ['retrieve', `A record of ${name} by its ${keyName(of.collection)}`] as const,
    features: ['geojson', `${title} as GeoJSON`] as const,
  }[kind];
  return { operationId: `${underscored(name)}_${verb}`, summary, tags: [name] };
}

import type { JsonSchema } from '../../api/json-schema.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import { describeParameters, exampleRequest } from '../../site/parameter.ts';
import { underscored } from '../../util/text.ts';
import type { Described, DescribedCollection } from '../described.ts';
import { errorsOf, keyName, templateOf } from '../endpoint.ts';
import { exampleBody } from '../examples.ts';
import { pathTemplates } from '../path-template.ts';
import { keyParameter, pathParameter, queryParameter } from './parameter-object.ts';
import { plainResponses, responsesOf } from './response.ts';

/**
 * The GETs of an endpoint, with their parameters and responses in full: by query where the host reads it, and by path
 * for each combination of parameters.
 * @param schema that of its body
 * @param of its collection; the index has none
 */
export function operationsOf(
  described: Described,
  endpoint: Endpoint,
  schema: JsonSchema,
  of?: DescribedCollection,
) {
  const { grid } = described;
  const texts = operationTexts(endpoint, of);
  const keyed = endpoint.kind === 'record' ? of : undefined;
  const parameters = describeParameters(grid, endpoint);
  const request = exampleRequest(endpoint);
  const example = exampleBody(described, endpoint, request);
  const summary = `${texts.summary}.`;
  const body = { description: summary, schema };
  const description = (endpoint.kind === 'collection' && of?.metadata.description) || summary;
  const byQuery = {
    path: templateOf(grid, endpoint),
    ...texts,
    description,
    parameters: [
      ...(keyed ? [keyParameter(keyed)] : []),
      ...parameters.map((parameter) => queryParameter(grid, parameter)),
    ],
    responses: responsesOf(errorsOf(grid, endpoint), { ...body, example }),
  };
  const byPath = pathTemplates(grid, endpoint).map(({ path, parameters: segments }) => {
    const names = keyed ? [] : [...segments.keys()];
    const isExample = `${names}` === `${Object.keys(request)}`;
    const content = { ...body, ...(isExample && { example }) };
    return {
      path,
      ...texts,
      // No other name here has a hyphen, so that no two operations have the same identifier.
      operationId: [texts.operationId, 'path', ...names].join('-'),
      summary: names.length > 0 ? `${texts.summary}, by ${names.join(', ')}` : texts.summary,
      description,
      parameters: keyed
        ? [keyParameter(keyed, true)]
        : parameters.flatMap((parameter) => pathParameter(parameter, segments) ?? []),
      responses:
        grid.hostKind === 'plain'
          ? plainResponses(content)
          : responsesOf(['query', keyed ? 'key' : 'path'], content),
    };
  });
  return grid.hostKind === 'plain' ? byPath : [byQuery, ...byPath];
}

export const INDEX_TAG = { name: 'index', description: 'The addresses of the collections.' };

/** The identifiers are those that drf-spectacular would give. */
function operationTexts({ kind }: Endpoint, of?: DescribedCollection) {
  if (!of || kind === 'index')
    return { operationId: 'index', summary: 'API index', tags: [INDEX_TAG.name] };
  const { name, title } = of.metadata;
  const [verb, summary] = {
    collection: [of.collection.single ? 'retrieve' : 'list', title] as const,
    record: ['retrieve', `A record of ${name} by its ${keyName(of.collection)}`] as const,
    features: ['geojson', `${title} as GeoJSON`] as const,
  }[kind];
  return { operationId: `${underscored(name)}_${verb}`, summary, tags: [name] };
}

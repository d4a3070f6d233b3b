import type { Endpoint } from '../../core/endpoint.ts';
import type { Described, DescribedCollection } from '../described.ts';
import { keyName } from '../endpoint.ts';
import { exampleBody } from '../examples.ts';
import { describedParameters } from '../parameter.ts';
import { keyParameter, type ParameterObject, queryParameters } from './parameter.ts';
import { responsesOf } from './response.ts';
import type { Schemas } from './schema.ts';

/** The GET of an endpoint, as an Operation Object without references to shared parts. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly ParameterObject[];
  /** By their status. */
  readonly responses: Readonly<Record<string, object>>;
}

/**
 * The GET of an endpoint.
 * @param of the collection of the endpoint; undefined for the index
 */
export function operationOf(
  { grid, examples }: Described,
  schemas: Schemas,
  endpoint: Endpoint,
  of: DescribedCollection | undefined,
): Operation {
  const parameters = describedParameters(grid, endpoint);
  const values = Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
  const body = exampleBody(grid, endpoint, values, examples);
  return {
    ...(of ? textsOf(endpoint.kind, of) : INDEX_TEXTS),
    parameters: [
      ...(of && endpoint.kind === 'item' ? [keyParameter(of)] : []),
      ...parameters.flatMap(queryParameters),
    ],
    responses: responsesOf(grid, endpoint, schemas.of(endpoint), body),
  };
}

type Texts = Pick<Operation, 'operationId' | 'summary' | 'description' | 'tags'>;

const INDEX_TEXTS: Texts = { operationId: 'index', summary: 'The addresses of the collections' };

/** Identifiers are those that drf-spectacular would give. */
function textsOf(kind: Endpoint['kind'], { about, collection }: DescribedCollection): Texts {
  const { name, title, description } = about;
  const tags = [name];
  switch (kind) {
    case 'item': {
      const summary = `A record of ${name} by its ${keyName(collection)}`;
      return { operationId: `${name}_retrieve`, summary, tags };
    }
    case 'features':
      return { operationId: `${name}_geojson`, summary: `${title} as GeoJSON`, tags };
    default: {
      const words = { summary: title, ...(description && { description }) };
      return { operationId: `${name}_list`, ...words, tags };
    }
  }
}

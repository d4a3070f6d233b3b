import { STATUS_CODES } from 'node:http';
import type { Source } from '../../api/definition.ts';
import type { Grid } from '../../core/grid.ts';
import type { ApiMetadata } from '../../site/api-metadata.ts';
import { type Described, describedCollections } from '../described.ts';
import { REFERENCE } from '../files.ts';
import { licencesOf, sourceList } from '../licence.ts';
import { usageOf } from '../usage.ts';
import { INDEX_TAG, operationsOf } from './operation.ts';
import { HEADER_OBJECTS } from './response.ts';
import { schemasOf } from './schema.ts';
import { referTo, sharedParts } from './shared-parts.ts';

/** An OpenAPI 3.1 document: https://spec.openapis.org/oas/v3.1.0 */
export type OpenApi = ReturnType<typeof openApiOf>;

/** Describes an API as an OpenAPI document. */
export function openApiOf(described: Described) {
  const { about, grid } = described;
  const collections = describedCollections(described);
  const schemas = schemasOf(grid, collections);
  const isPlain = grid.hostKind === 'plain';
  const operations = [
    ...operationsOf(described, { kind: 'index' }, referTo('schemas', 'Index')),
    ...collections.flatMap((collection, index) =>
      collection.endpoints.flatMap((endpoint) =>
        operationsOf(described, endpoint, schemas.bodies[index]?.[endpoint.kind] ?? {}, collection),
      ),
    ),
    // First those by query.
  ].sort((a, b) => Number(a.path.endsWith('.json')) - Number(b.path.endsWith('.json')));
  const [parameters, responses] = [sharedParts('parameters'), sharedParts('responses')];
  const paths = operations.map(({ path, ...operation }) => {
    const own = Object.entries(operation.responses).map(
      ([status, part]) => [status, responses.refer(STATUS_CODES[status] ?? '', part)] as const,
    );
    const get = {
      ...operation,
      parameters: operation.parameters.map((part) => parameters.refer(part.name, part)),
      responses: Object.fromEntries(own),
    };
    return [path, { get }] as const;
  });
  return {
    openapi: '3.1.0',
    info: infoOf(about, grid),
    externalDocs: { description: 'The reference for people', url: `${grid.base}/${REFERENCE}` },
    servers: [{ url: grid.base }],
    security: [],
    tags: [INDEX_TAG, ...about.collections.map(({ name, description }) => ({ name, description }))],
    paths: Object.fromEntries(paths),
    components: {
      schemas: isPlain ? { ...schemas.components, Error: undefined } : schemas.components,
      parameters: parameters.components,
      responses: responses.components,
      ...(!isPlain && { headers: HEADER_OBJECTS }),
    },
  };
}

/** The Info Object: the API as a whole, described in CommonMark. */
function infoOf({ name, version, description, sources = [] }: ApiMetadata, grid: Grid) {
  const usage = Object.entries(usageOf(grid)).flatMap(([title, texts]) => [
    `## ${title}`,
    ...texts,
  ]);
  const paragraphs = [description, 'The API is read-only.', ...usage];
  if (sources.length > 0) paragraphs.push('## Sources', sourceList(sources));
  return {
    title: name,
    version,
    contact: { name, url: `${grid.base}/` },
    description: paragraphs.join('\n\n'),
    license: licenseOf(sources),
  };
}

/**
 * The licences of all sources as one License Object, with an SPDX expression where each of them is
 * one; undefined where no source names a licence.
 */
function licenseOf(sources: readonly Source[]) {
  const [first, ...others] = licencesOf(sources);
  if (!first) return undefined;
  const names = [first, ...others].map((licence) => licence.name);
  const name = names.join(' AND ');
  if (names.every((one) => /^[\w.+-]+$/.test(one))) return { name, identifier: name };
  return { name: names.join(', '), ...(first.url && others.length === 0 && { url: first.url }) };
}

import type { JsonSchema } from '../api/json-schema.ts';
import { endpointName } from '../core/endpoint.ts';
import { MATCHES } from '../core/filter.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import { type DescribedParameter, describeParameters } from '../site/parameter.ts';
import { block, isIdentifier, quoted } from '../util/source.ts';
import { type Described, type DescribedCollection, describedCollections } from './described.ts';
import { schemasOf } from './openapi/schema.ts';

/**
 * The types of client.js for the collections of an API, from the schemas of its OpenAPI document.
 * @param declaration those for any API
 */
export function clientTypes(described: Described, declaration: string): string {
  const { grid } = described;
  const collections = describedCollections(described);
  const { components, bodies } = schemasOf(grid, collections);
  const members = collections.flatMap((one, index) => listingTypes(grid, one, bodies[index] ?? {}));
  const types = Object.entries(components).map(
    ([name, schema]) => `${docOf(schema)}type ${typeName(name)} = ${typeOf(schema)};`,
  );
  const own: Readonly<Record<string, string>> = {
    Collections: block('export interface Collections {', members, '}'),
    Root: `type Root = ${quoted(apiFolder(grid).slice(0, -1))};`,
    Base: `type Base = ${quoted(grid.base)};`,
  };
  const statements = declaration.replace(
    STATEMENT,
    (all, one = '', other = '') => own[one || other] ?? all,
  );
  const schemas = block('export namespace Schemas {', types, '}');
  return `${statements}\n/** The schemas of the API. */\n${schemas}\n`;
}

/** The statements of the declaration that differ from API to API. */
const STATEMENT = /^(?:export interface (\w+) \{$.*?^\}|type (\w+) = [^;]*;)$/gms;

/** The types of the listings of a collection: of the bodies, of its records, and of the parameters. */
const listingTypes = (grid: Grid, one: DescribedCollection, bodies: Record<string, JsonSchema>) =>
  one.endpoints.flatMap((endpoint) => {
    if (endpoint.kind === 'record') return [];
    const hasRecords = endpoint.kind === 'collection' && one.collection.items !== false;
    const parameters = describeParameters(grid, endpoint).map((parameter) => {
      const doc = docOf({ description: parameter.meaning });
      return `${doc}readonly ${propertyName(parameter.name)}?: ${parameterType(parameter)} | undefined;`;
    });
    const members = [
      `list: ${typeOf(bodies[endpoint.kind] ?? {})};`,
      `record: ${hasRecords ? typeOf(bodies.record ?? {}) : 'never'};`,
      `${block('parameters: {', parameters, '}')};`,
    ];
    const name = propertyName(endpointName(endpoint));
    const doc = endpoint.kind === 'collection' ? docOf(one.metadata) : '';
    return `${doc}${block(`${name}: {`, members, '}')};`;
  });

/** The type of the values of a parameter. */
function parameterType(parameter: DescribedParameter): string {
  const { kind, filter, prerendered, composed } = parameter;
  const isList = kind === 'ordering' || (filter && MATCHES[filter.match].takesList);
  const withLists = (type: string) => (isList ? `OneOrMore<${type}>` : type);
  if (filter?.type === 'boolean') return withLists('boolean');
  if (filter) return withLists(filter.type === 'number' ? 'number | string' : 'string');
  const names = [...prerendered, ...composed].filter((value) => !/^\d+$/.test(value));
  const texts = names.map(quoted);
  return withLists(union(kind === 'ordering' || kind === 'format' ? texts : ['number', ...texts]));
}

/** A JSON Schema as a type. What has no such type is `unknown`. */
function typeOf(schema: JsonSchema): string {
  const { $ref, const: constant, enum: values, anyOf, oneOf = anyOf, allOf, type } = schema;
  if (typeof $ref === 'string') return `Schemas.${typeName($ref.replace(/^.*\//s, ''))}`;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  if (Array.isArray(oneOf)) return union(oneOf.map(typeOf));
  if (Array.isArray(allOf)) return allOf.map((one) => `(${typeOf(one)})`).join(' & ') || 'unknown';
  return union([type].flat().map((one) => namedType(String(one), schema)));
}

function namedType(name: string, schema: JsonSchema): string {
  if (name === 'object') return objectType(schema);
  if (name === 'array') return arrayType(schema);
  if (name === 'integer') return 'number';
  return ['number', 'string', 'boolean', 'null'].includes(name) ? name : 'unknown';
}

function arrayType({ items, prefixItems, minItems, maxItems }: JsonSchema): string {
  const item = typeOf(Object(items));
  if (!Array.isArray(prefixItems)) return `readonly ${item.includes(' ') ? `(${item})` : item}[]`;
  const elements = prefixItems.map((one, index) =>
    index < Number(minItems ?? 0) ? typeOf(one) : `(${typeOf(one)})?`,
  );
  const hasMore = items !== false && maxItems !== prefixItems.length;
  return `readonly [${[...elements, ...(hasMore ? [`...(${item})[]`] : [])].join(', ')}]`;
}

function objectType({ properties, required, additionalProperties: others }: JsonSchema): string {
  const names = [required].flat();
  const fields = Object.entries<JsonSchema>(Object(properties)).map(([name, schema]) => {
    const sign = names.includes(name) ? '' : '?';
    return `${docOf(schema)}readonly ${propertyName(name)}${sign}: ${typeOf(schema)};`;
  });
  // Other fields must have the types of the known ones, too.
  const other = fields.length > 0 ? 'unknown' : typeOf(Object(others));
  const all = others === false ? fields : [...fields, `readonly [name: string]: ${other};`];
  return block('{', all, '}');
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

const propertyName = (name: string): string => (isIdentifier(name) ? name : quoted(name));

/** The name of a component: some begin with a digit. */
const typeName = (name: string): string => name.replace(/^(?=\d)/, '_');

/** A description as a comment; empty where there is none. */
function docOf({ description = '' }: { description?: unknown }): string {
  const text = String(description).replace(/\s+/g, ' ').trim();
  return text && `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

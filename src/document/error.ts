import { collectionHref, errorAddress, hrefOf } from '../address/address.ts';
import { type Endpoint, type Parameter, parametersOf } from '../address/endpoint.ts';
import type { CollectionGrid, Grid } from '../grid.ts';
import { type Document, jsonDocument } from './document.ts';

/** Every error that a request can get. A file can't quote the request: it says what there is. */
export function* errorDocuments(grid: Grid): Generator<Document> {
  const { base, collections } = grid;
  yield jsonDocument(errorAddress('path'), {
    detail: `Nothing is at this address. The API’s index is ${hrefOf(base, { kind: 'index' })}.`,
    supported: collections.map(({ name }) => collectionHref(base, name)),
  });
  yield jsonDocument(errorAddress('method'), {
    detail: 'This method is not allowed here; the header Allow names those that are.',
  });
  const names = ['format', 'ordering', 'limit', 'offset'];
  yield jsonDocument(errorAddress('repeated'), {
    detail: `A parameter is given more than once. Each of ${names.join(', ')} may be given once.`,
  });
  for (const parameter of parametersOf(grid, { kind: 'index' })) {
    yield parameterDocument(parameter, formatsOf(grid));
  }
  for (const collection of collections) {
    yield jsonDocument(errorAddress('key', collection.name), {
      detail: `No record of ${collection.name} is at this address.`,
    });
    const endpoint: Endpoint = { kind: 'collection', collection };
    for (const parameter of parametersOf(grid, endpoint)) {
      if (parameter.error.collection) {
        yield parameterDocument(parameter, restOf(parameter.name, collection));
      }
    }
  }
}

/** The same text wherever it is sent: by code that composes pages, and by rules that can't. */
function parameterDocument({ name, values, error }: Parameter, rest: string): Document {
  return jsonDocument(error, {
    detail: `This value of ${name} is not supported. ${rest}`.trim(),
    parameter: name,
    ...(values !== 'number' && { supported: values }),
  });
}

const COMPOSED = 'A server that composes pages takes';

/** Which formats there are elsewhere, if any. */
const formatsOf = ({ composedFormats = [] }: Grid): string =>
  composedFormats.length > 0 ? `${COMPOSED} also ${composedFormats.join(', ')}.` : '';

/** Which values there are, here or elsewhere, besides those that can be listed. */
function restOf(name: Parameter['name'], { count, sorts }: CollectionGrid): string {
  if (name === 'limit') {
    return `${COMPOSED} any whole number from 1; a host of files only those listed.`;
  }
  if (name === 'offset') {
    return (
      `${COMPOSED} any whole number from 0; a host of files only 0 and the multiples of limit ` +
      `below the count of ${count}, and with limit=all only 0.`
    );
  }
  const fields = Object.keys(sorts?.by ?? {});
  if (fields.length === 0) return 'Give one of those listed.';
  return `${COMPOSED} also ${fields.join(', ')}, each with - before it for descending.`;
}

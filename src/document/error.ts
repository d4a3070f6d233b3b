import { collectionHref, errorAddress, hrefOf } from '../address/address.ts';
import { type Endpoint, type Parameter, parametersOf } from '../address/endpoint.ts';
import { METHODS } from '../address/resolve.ts';
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
    detail: 'This API is read-only.',
    supported: METHODS,
  });
  const names = ['format', 'ordering', 'limit', 'offset'];
  yield jsonDocument(errorAddress('repeated'), {
    detail: `A parameter is given more than once. Each of ${names.join(', ')} may be given once.`,
  });
  for (const parameter of parametersOf(grid, { kind: 'index' })) yield parameterDocument(parameter);
  for (const collection of collections) {
    yield jsonDocument(errorAddress('key', collection.name), {
      detail: `No record of ${collection.name} is at this address.`,
    });
    const endpoint: Endpoint = { kind: 'collection', collection };
    for (const parameter of parametersOf(grid, endpoint)) {
      if (parameter.error.collection) yield parameterDocument(parameter, collection);
    }
  }
}

function parameterDocument(parameter: Parameter, collection?: CollectionGrid): Document {
  const { name, values, error } = parameter;
  if (values !== 'number') {
    const detail = `This value of ${name} is not supported.`;
    return jsonDocument(error, { detail, parameter: name, supported: values });
  }
  const detail =
    `This value of ${name} is not supported: it must be 0, or a multiple of limit that is below ` +
    `the count of ${collection?.count}; with limit=all only 0.`;
  return jsonDocument(error, { detail, parameter: name });
}

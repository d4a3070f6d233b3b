import { isObject } from '../../core/object.ts';
import { findLabel, nameOf, visibleText } from '../../describe/label.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { recordsIn, textOf } from '../view/record-table.ts';
import type { RequestTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { type PageRequest, parseRequest } from './request-form.ts';

/** The record in a response: its body, or the only record of a listing. */
export function findRecord(value: unknown, { place }: PageRequest): object | undefined {
  const record: unknown = place ? recordsIn(value, place)[0] : value;
  return isObject(record) ? record : undefined;
}

/** The name of a record; empty if it has none. */
export function recordName(record: object | undefined, { collection }: PageRequest): string {
  const field = findLabel(Object.keys(record ?? {}), collection?.columns[0]?.name);
  return visibleText(textOf(nameOf(record ?? {}, field, collection?.keyColumn)));
}

/** How many links of a table get names. */
const MOST = 100;

/** Creates the function that shows names in place of UUIDs in links to records, once it knows them. */
export function createReferenceNames(api: ApiClient, collections: readonly CollectionModel[]) {
  const names = new Map<RequestTarget, Promise<string>>();

  async function requestName(target: RequestTarget): Promise<string> {
    const request = parseRequest(collections, target);
    const { response, value } = await api.get(target);
    return response.ok ? recordName(findRecord(value, request), request) : '';
  }

  async function nameLink(link: HTMLElement): Promise<void> {
    const { record = '' } = link.dataset;
    const found = names.get(record) ?? requestName(record);
    names.set(record, found);
    const name = await found.catch(() => void names.delete(record));
    if (name && name !== link.title) link.textContent = name;
  }

  return async (part: HTMLElement): Promise<void> => {
    const links = [...part.querySelectorAll<HTMLElement>('a[data-record]')].slice(0, MOST);
    // Another table can have replaced it.
    for (const link of links) if (link.isConnected) await nameLink(link);
  };
}

import { comparable, type FilterTerm, type Match, termsOf } from '../../core/filter.ts';
import { formatJson } from '../../core/json.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { pageAt } from '../view/pager.ts';
import { parseTarget, type RequestTarget, withValues } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { escaped } from './request-code.ts';

/**
 * Python that prints the records of a listing that the host does not answer. It filters the download of the collection,
 * or with `ordering` the listing of all records in that order, if the host has it.
 *
 * It stops at a time that Python lacks, such as one with second 60. In a field with values of several types, it compares
 * those that are no texts as Python writes them.
 * @returns undefined without such a file, or for a request that Python can't filter
 */
export async function formatPython(
  api: Pick<ApiClient, 'absoluteAddress' | 'findAddress'>,
  { listing, place, download, filters = {}, pages, listed }: CollectionModel,
  target: RequestTarget,
): Promise<string | undefined> {
  const { path, values } = parseTarget(target);
  const given = Object.fromEntries(Array.from(values, ([name, value]) => [name, value.trim()]));
  const conditions = termsOf(filters, given).map(conditionOf);
  const all = { perPage: Number.POSITIVE_INFINITY, offset: 0 };
  const { perPage, offset } = pages ? pageAt(target, pages, all.perPage) : all;
  const end = offset + perPage;
  if (path !== listing || conditions.includes(undefined) || !(end > offset)) return undefined;
  const { ordering = '' } = given;
  const ordered = withValues(listing, { ordering, ...(pages && { [pages[0]]: 'all' }) });
  // A listing without some fields can't be filtered by them.
  const found = ordering ? !listed && (await api.findAddress(ordered)) : download;
  if (!found) return undefined;
  const body = place === 'results' ? 'json.load(response)["results"]' : 'json.load(response)';
  const steps = conditions.map((one) => `records = [one for one in records if ${one}]\n`).join('');
  const fields = listed && `{name: one[name] for name in one if name in ${formatJson(listed)}}`;
  return `import json
from urllib.request import urlopen

with urlopen('${escaped(api.absoluteAddress(found))}') as response:
    records = ${ordering ? body : '[json.loads(line) for line in response]'}
${steps.includes('microseconds') ? MICROSECONDS : ''}${steps}records = [${fields ?? 'one'} for one in records[${offset}:${end === all.perPage ? '' : end}]]
print(json.dumps(records, indent=2))`;
}

/** The operator of each match that Python has, and what follows the value. */
const OPERATORS: Readonly<Partial<Record<Match, readonly [operator: string, test?: string]>>> = {
  equals: ['in'],
  in: ['in'],
  min: ['>='],
  max: ['<='],
  above: ['>'],
  below: ['<'],
};

/** The form in which values are compared, by the type of a filter. A time without an offset is in UTC. */
const FORMS: Readonly<Record<string, string>> = {
  text: 'str(value)',
  boolean: 'json.dumps(value)',
  uuid: 'str(value).lower()',
  number: 'float(value)',
  date: 'microseconds(value)',
  'date-time': 'microseconds(value)',
};

/** From Python 3.11 on. */
const MICROSECONDS = `
from datetime import datetime, timezone

def microseconds(value):
    time = datetime.fromisoformat(value.upper())
    return round(time.replace(tzinfo=time.tzinfo or timezone.utc).timestamp() * 1e6)

`;

/** What a record must be, in Python, which reads a text in JSON as the same text; undefined if it can't be said. */
function conditionOf({ fields, terms, ...filter }: FilterTerm): string | undefined {
  const { match, type = 'text', isList } = filter;
  const [operator, test = ''] = OPERATORS[match] ?? [];
  const gets = `${fields[0]}`.split('.').map((name) => `.get(${formatJson(name)})`);
  const value = `${'('.repeat(gets.length - 1)}one${gets.join(' or {})')}${test}`;
  const texts = terms.map((term) => comparable(filter, term));
  if (operator === undefined || texts.includes(undefined)) return undefined;
  const isText = ['text', 'boolean', 'uuid'].includes(type);
  const literals = texts.map((text) => (isText ? formatJson(text) : text)).join(', ');
  const compared = operator === 'in' ? `[${literals}]` : literals;
  const all = isList ? `(${value} if isinstance(${value}, list) else [${value}])` : `[${value}]`;
  return `any(${FORMS[type]} ${operator} ${compared} for value in ${all} if value is not None)`;
}

import { textAt } from '../../core/filter.ts';
import { isObject } from '../../util/object.ts';
import { UsageError } from '../../util/problem.ts';
import type { Pause } from '../../util/progress.ts';
import type { NewCollection } from '../definition.ts';
import type { GuessedField, Row } from '../field.ts';
import { collectionNameFrom, type Guess, guess, nameFrom, titleFrom } from '../guess.ts';
import type { LiveClient } from './client.ts';
import { fetchListing, ignoreFailure } from './fetch-listing.ts';
import { findFilters, findSearch, possibleFilters } from './filters.ts';
import { type Findings, valueTypeOf } from './findings.ts';
import { findListings, itemAddress, parseBody } from './listing.ts';
import { findOrderings } from './orderings.ts';

interface DiscoverOptions {
  readonly maxPages: number;
  /** The filters to look for, as `name` or `name=field`; absent: those of all fields. */
  readonly filters?: readonly string[] | undefined;
}

/**
 * Finds out what the listings at an address are. A listing of an API's root that can't be a collection is left out.
 * @returns also what was left out, and what is not as in the live API, as sentences
 * @throws as `discover`
 */
export async function discoverAll(
  client: LiveClient,
  address: URL,
  options: DiscoverOptions,
  pause: Pause,
) {
  const collections: NewCollection[] = [];
  const notes: string[] = [];
  const listings = await findListings(client, address);
  for (const { name: given, url } of listings) {
    const name = collectionNameFrom(given);
    try {
      if (collections.some((one) => one.name === name))
        throw new UsageError(`Another listing is called ${name}, too.`);
      const { notes: own, ...collection } = await discover(client, url, name, options, pause);
      collections.push(collection);
      notes.push(...own.map((note) => `${name}: ${note}`));
    } catch (error) {
      if (!(error instanceof UsageError) || listings.length === 1) throw error;
      notes.push(`Left out: ${given}. ${error.message}`);
    }
  }
  if (collections.length > 0) return { collections, notes };
  throw new UsageError(`${address} has no listing that can be a collection.\n${notes.join('\n')}`);
}

/**
 * Finds out what a listing of a live API is, by requests whose answers follow from its records.
 * @param name the name of the collection
 * @throws RequestError, and UsageError where no field can be the key
 */
async function discover(
  client: LiveClient,
  url: URL,
  name: string,
  { maxPages, filters: given }: DiscoverOptions,
  pause: Pause,
): Promise<NewCollection & { readonly notes: readonly string[] }> {
  const { fetchPage, largePages, records, pagination } = await fetchListing(client, url, maxPages);
  if (records.length === 0) throw new UsageError(`${url} has no records.`);
  const placeOf = (index: number) => `record ${index + 1}`;
  const data = { file: `${name}.jsonl`, records, content: {}, leftOut: [], placeOf };
  const guessed = await guess(data, pause);
  const all = guessed.fields.map((field) => withDates(field, records));
  const fields = all.filter(valueTypeOf);
  const notes: string[] = [];
  const findings: Findings = { fetchPage, largePages, records, fields, notes };
  const { key, items } = await findKey(client, url, guessed, findings);
  const named = given?.map((text) => text.split('=') as [string, string?]);
  const filters = await findFilters(findings, named ?? fields.flatMap(possibleFilters));
  for (const [one] of named ?? [])
    if (!filters.has(one)) notes.push(`The filter ${one} was not found.`);
  const orderings = await findOrderings(findings, { ...guessed, key });
  const search = await findSearch(findings);
  if (/[?&]cursor=/.test((await fetchPage({}))?.next ?? ''))
    notes.push('The pages by cursor of the live API are pages by limit and offset here.');
  for (const [field, value] of Object.entries(records[0] ?? {}))
    if (String(value).startsWith(url.origin))
      notes.push(`The field ${field} has addresses of the live API, which stay as they are.`);
  if (url.search)
    notes.push('api.mjs has the address with its query. A secret belongs in a header.');
  const renamed = fields.filter(({ name: field }) => nameFrom(field, 'field') !== field);
  for (const { name: field } of renamed)
    notes.push(`Parameters of the field ${field} were requested as ${nameFrom(field, 'field')}.`);
  const prerendered = guessed.prerendered.filter((one) => filters.has(one));
  const found = { key, items, orderings, filters, prerendered, search, pagination };
  return {
    ...{ ...(await describe(client, url, name)), name, source: url.href, data, notes },
    text: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    guess: { ...guessed, ...found, fields: all, order: undefined },
  };
}

/** The title and the description that the answer to OPTIONS has. */
async function describe(client: LiveClient, url: URL, name: string) {
  const body = Object(await ignoreFailure(client.get(url, 'OPTIONS').then(parseBody)));
  const textIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return {
    title: textIn(body.name) || titleFrom(name),
    description: textIn(body.description) || `The records of ${url.origin}${url.pathname}.`,
  };
}

const DATES = [
  [/^\d{4}-\d\d-\d\d$/, 'z.iso.date()'],
  [
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/,
    'z.iso.datetime({ offset: true })',
  ],
] as const;

/** A field whose schema says that all its texts are dates, so that filters compare them by time. */
function withDates(field: GuessedField, records: readonly Row[]): GuessedField {
  const texts = records.flatMap((record) => textAt(record, field.name) ?? []);
  const [, type] = DATES.find(([pattern]) => texts.every((text) => pattern.test(text))) ?? [];
  if (field.type !== 'z.string()' || texts.length === 0 || type === undefined) return field;
  return { ...field, schema: field.schema.replace('z.string()', type) };
}

/**
 * Finds the field that is in the addresses of records.
 * @returns also whether there is one
 */
async function findKey(
  client: LiveClient,
  url: URL,
  { key, otherKeys }: Guess,
  { records, notes }: Findings,
) {
  const [record = {}] = records;
  const addressOf = ({ name }: GuessedField) => itemAddress(url, String(record[name]));
  // A record may have its own address.
  const hasAddress = (field: GuessedField) =>
    Object.values(record).some((value) => String(value).endsWith(addressOf(field).pathname));
  const candidates = [key, ...otherKeys].sort(
    (a, b) => Number(hasAddress(b)) - Number(hasAddress(a)),
  );
  for (const candidate of candidates.slice(0, MAX_KEYS)) {
    const address = addressOf(candidate);
    const item = await ignoreFailure(client.get(address).then(parseBody));
    if (!isObject(item) || item[candidate.name] !== record[candidate.name]) continue;
    const isSame = JSON.stringify(item) === JSON.stringify(record);
    if (!isSame) notes.push(`Single records have other fields in the live API: ${address}.`);
    return { key: candidate, items: true };
  }
  return { key, items: false };
}

/** More fields are not tried as the key. */
const MAX_KEYS = 4;

import type { Parameter } from '../core/endpoint.ts';
import { type Filter, MATCHES, maxLength, type ValueType } from '../core/filter.ts';
import {
  bothDirections,
  type CollectionGrid,
  type Grid,
  pageSizes,
  rangeNames,
} from '../core/grid.ts';
import { inWords } from '../util/text.ts';

/*
 * The supported values of parameters in words: for errors, the OpenAPI document and the page.
 */

/** The values of a parameter that every host supports, and those that only hosts with code support. */
export interface SupportedValues {
  /** The prerendered values, where they can be listed. */
  readonly prerendered: readonly string[];
  /** The same in words, where they can't. */
  readonly prerenderedText?: string | undefined;
  /** The further values of hosts with code, where they can be listed. */
  readonly composed: readonly string[];
  /** Others of them, in words. */
  readonly composedText?: string | undefined;
}

type Texts = Pick<SupportedValues, 'prerenderedText' | 'composedText'>;

/** @param collection that of the parameter; empty for another endpoint */
export function supportedValues(
  collection: Partial<CollectionGrid>,
  { name, kind, values }: Parameter,
): SupportedValues {
  const { filters = {}, sorts = {}, pagination } = collection;
  const filter = kind === 'filter' ? filters[name] : undefined;
  const fields = kind === 'ordering' ? Object.keys(sorts) : [];
  const all = filter?.type === 'boolean' ? ['true', 'false'] : bothDirections(fields);
  const last = pagination?.all === false ? '' : '; with limit=all only 0';
  const texts: Partial<Record<Parameter['kind'], Texts>> = {
    limit: { composedText: wholeNumber(1) },
    page_size: { composedText: wholeNumber(1) },
    offset: {
      prerenderedText: `0 and the multiples of limit below count${last}`,
      composedText: `${wholeNumber(0)}; a page past the end is empty`,
    },
    page: { prerenderedText: 'a whole number from 1 to that of the last page' },
    ordering: { composedText: fields.length > 1 ? LISTS : undefined },
    filter: { composedText: filter && filterText(filter) },
  };
  return {
    prerendered: values === 'number' ? [] : values,
    composed: all.filter((value) => !values.includes(value)),
    ...texts[kind],
  };
}

const wholeNumber = (least: number) => `a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}`;

const LISTS = 'several values with commas between them';

const VALUES: Readonly<Record<Exclude<ValueType, 'boolean'>, string>> = {
  number: 'a number, such as 13.4',
  date: 'a date, such as 2024-02-29',
  uuid: 'a UUID, such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'date-time': 'a date with a time, such as 2024-02-29T12:00:00Z',
};

/** The values that a filter accepts, except those that are listed. */
function filterText(filter: Filter): string | undefined {
  const { type, match } = filter;
  const lists = MATCHES[match].takesList && LISTS;
  if (type === 'boolean') return lists || undefined;
  const single = type ? VALUES[type] : `any text of up to ${maxLength(filter)} characters`;
  return lists ? `${single}, or ${lists}` : single;
}

/**
 * The supported values as sentences.
 * @param listed the prerendered values, in words; empty where there are none
 */
export function supportedText(
  grid: Pick<Grid, 'hostKind'>,
  values: SupportedValues,
  listed: string,
): string {
  const { prerenderedText, composed, composedText } = values;
  const others = [...composed, ...(composedText ? [composedText] : [])].join(', ');
  if (grid.hostKind === 'code') {
    const text = [listed, others].filter(Boolean).join(', or ') || prerenderedText;
    return text ? `Use ${text}.` : 'Leave the parameter out.';
  }
  const prerendered = prerenderedText ?? listed;
  const sentences = [
    prerendered && `Every host supports ${prerendered}.`,
    others && `${prerendered ? 'Hosts with code also' : 'Only hosts with code'} support ${others}.`,
  ];
  return sentences.filter(Boolean).join(' ') || 'Leave the parameter out.';
}

/** What can be combined with a prerendered filter where no code runs; empty where no filter is, or the host has no rules. */
export function filteredText(grid: Grid, collection: CollectionGrid): string {
  const { partitions, pagination, prerenderedFormats = [] } = collection;
  if (!partitions || grid.hostKind !== 'rules') return '';
  const { orderings, limits } = partitions;
  const orders = inWords(['absent', ...orderings], 'or');
  const sizes = pagination && inWords(pageSizes(limits, pagination), 'or');
  const [size] = rangeNames(collection);
  const formats = prerenderedFormats.map((format) => `, without format=${format}`).join('');
  return `With a filter, ordering is ${orders}${sizes ? `, and ${size} is ${sizes}` : ''}${formats}. Hosts with code support every combination.`;
}

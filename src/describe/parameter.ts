import { FILTER_NAME } from '../api/filter.ts';
import type { Match } from '../core/filter.ts';
import { type Grid, parseOrdering } from '../core/grid.ts';
import { filtersKey } from '../core/listing.ts';
import { ownValue } from '../core/object.ts';
import type { Sort } from '../core/ordering.ts';
import { type DescribedParameter, describeParameters } from '../site/parameter.ts';
import { formatNumber, readableName } from '../util/text.ts';
import type { DescribedCollection, FieldTexts } from './described.ts';
import { describeFields } from './field.ts';

/** A parameter with its description, and with what people see in place of its values. */
export interface LabelledParameter extends DescribedParameter {
  /** Its name in words, if it has some: `Overall score, at least`. */
  readonly label: string;
  /** How a value is shown: an order in words, or that of a filter with its number of records: `Colorado (43)`. */
  labelOf(value: string): string;
}

/** The words after the name of a field in the label of a filter; other words for dates and times. */
const MATCH_WORDS: Partial<Record<Match, readonly [ofAny: string, ofTime?: string]>> = {
  in: [', one of'],
  contains: [', contains'],
  min: [', at least', ', from'],
  max: [', at most', ', until'],
  above: [', more than', ', after'],
  below: [', less than', ', before'],
  isnull: [', has no value'],
};

const labelOrder = new Intl.Collator('en', { numeric: true });

/**
 * The parameters of a collection in an order for people: the format comes last, because it matters least. Values of filters
 * are in the order of their labels.
 */
export function parametersForPage(grid: Grid, described: DescribedCollection) {
  const { collection, metadata, fields } = described;
  const { partitions, defaultSort } = collection;
  const { labels = {}, record } = metadata;
  const types = new Map(describeFields(record).map(({ path, type }) => [path, type]));
  /** An order in words: `createdAt, latest first`. @param ordering empty for the default order */
  const orderingLabel = (ordering: string): string => {
    const given = ordering ? parseOrdering(collection, ordering) : defaultSort && [defaultSort];
    const texts = given?.map((sort) => {
      const { label = readableName(sort.field) } = fields.get(sort.field) ?? {};
      return `${label}, ${directionText(sort, types.get(sort.field))}`;
    });
    return texts?.join('; ') ?? 'Original order';
  };
  const parameters = describeParameters(grid, { kind: 'collection', collection });
  const labelled = parameters.map((described): LabelledParameter => {
    const { name, kind, prerendered } = described;
    const parameter = { ...described, label: labelFor(fields, described) };
    if (kind === 'ordering')
      return { ...parameter, labelOf: orderingLabel, defaultText: orderingLabel('') };
    const labelOf = (value: string): string => {
      const count = partitions?.counts[filtersKey(partitions.filters, { [name]: value })];
      const label = ownValue(ownValue(labels, name) ?? {}, value)?.join(' or ') ?? value;
      return count === undefined ? value : `${label} (${formatNumber(count)})`;
    };
    const byLabel = (a: string, b: string) => labelOrder.compare(labelOf(a), labelOf(b));
    return kind === 'filter'
      ? { ...parameter, labelOf, prerendered: prerendered.toSorted(byLabel) }
      : { ...parameter, labelOf };
  });
  return (
    labelled
      // Where a collection has no orderings, every value is an error.
      .filter((one) => one.kind !== 'ordering' || one.prerendered[0] || one.composed[0])
      .sort((a, b) => Number(a.kind === 'format') - Number(b.kind === 'format'))
  );
}

function labelFor(fields: FieldTexts, { name, kind, filter }: DescribedParameter): string {
  if (kind === 'limit' || kind === 'page_size') return 'Records per page';
  if (!filter || filter.match === 'search') return name;
  const [, start = name] = FILTER_NAME.exec(name) ?? [];
  const [words = '', ofTime = words] = MATCH_WORDS[filter.match] ?? [];
  const label = fields.get(filter.fields[0] ?? '')?.label ?? readableName(start);
  return label + (filter.type?.startsWith('date') ? ofTime : words);
}

function directionText({ kind, descending }: Sort, type = ''): string {
  if (kind === 'time' || type.startsWith('date'))
    return descending ? 'latest first' : 'earliest first';
  if (kind === 'number') return descending ? 'highest first' : 'lowest first';
  return descending ? 'Z to A' : 'A to Z';
}

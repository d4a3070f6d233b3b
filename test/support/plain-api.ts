import { type PageRequest, type PublishedRecord, pageText, sortedBy } from './page-text.ts';
import { SHIPPED_BASE, shippedJson } from './shipped-site.ts';

const contains = (text: unknown, value: string) =>
  String(text).toLowerCase().includes(value.toLowerCase());

/** The filters of neighborhoods: whether a record matches a value. */
const FILTERS: Readonly<Record<string, (record: PublishedRecord, value: string) => boolean>> = {
  name: ({ label }, value) => contains(label, value),
  state: ({ state_abbrev: state }, value) => contains(state, value),
  country: ({ country }, value) => contains(Object(country).code, value),
  state_abbrev: ({ state_abbrev: state }, value) => state === value,
  // All times are in UTC and have six decimals.
  created_at__gte: ({ createdAt }, value) => String(createdAt) >= value,
  modified_at__gte: ({ modifiedAt }, value) => String(modifiedAt) >= value,
  country__in: ({ country }, value) => value.split(',').includes(Object(country).code),
  search: ({ label, state_abbrev: state, country }, value) =>
    value
      .split(/[\s,]+/)
      .every((term) => [label, state, Object(country).name].some((text) => contains(text, term))),
};

const orders = new Map<string, PublishedRecord[]>();

/** All neighborhoods in an order. */
function sortedNeighborhoods(ordering: string): PublishedRecord[] {
  const known = orders.get(ordering);
  if (known) return known;
  const all: PublishedRecord[] = shippedJson('api/neighborhoods/limit/all.json').results;
  const labels = all.map(({ label }) => String(label)).sort(new Intl.Collator('en').compare);
  const ranks = new Map(labels.map((label, rank) => [label, rank]));
  // `ordering` has other names for some fields, and labels are not in the order of their characters.
  const sortable = all.map((record) => ({
    ...record,
    record,
    created_at: record.createdAt,
    modified_at: record.modifiedAt,
    label: ranks.get(String(record.label)),
  }));
  const sorted = sortedBy(sortable, ordering || '-created_at', 'uuid').map(
    ({ record }) => record as PublishedRecord,
  );
  orders.set(ordering, sorted);
  return sorted;
}

/**
 * The text of a page of the shipped neighborhoods: records in memory, selected, sorted and sliced. It
 * takes only the records from the build.
 */
export function neighborhoodsPage(request: PageRequest): string {
  const records = sortedNeighborhoods(request.ordering ?? '').filter((record) =>
    Object.entries(FILTERS).every(([name, matches]) => {
      const { [name]: value } = request;
      return !value || matches(record, String(value));
    }),
  );
  return pageText(`${SHIPPED_BASE}/api/neighborhoods/`, records, request);
}

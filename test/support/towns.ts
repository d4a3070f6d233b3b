import { type Collection, defineApi, defineCollection } from '../../src/api/definition.ts';
import { z } from '../../src/index.ts';
import { listText, type PublishedRecord, pageText, sortedBy } from './page-text.ts';

/** A record of the API below, published as it is written. */
export interface Town extends PublishedRecord {
  readonly id: string;
  readonly label: string | null;
  readonly size: number | null;
  readonly state: string;
  readonly country: { readonly code: string; readonly name: string };
}

const definition = {
  title: 'Towns',
  description: 'Towns with a state and a country.',
  schema: z.object({
    id: z.string(),
    label: z.string().nullable(),
    size: z.number().nullable(),
    state: z.string(),
    country: z.object({ code: z.string(), name: z.string() }),
    secret: z.boolean().optional(),
  }),
  key: 'id' as const,
  isPublic: ({ secret }: { secret?: boolean | undefined }) => !secret,
  orderings: {
    label: { field: 'label', kind: 'code' as const },
    size: { field: 'size', kind: 'number' as const },
  },
  filters: {
    name: { field: 'label', match: 'contains' as const },
    state: { field: 'state', match: 'contains' as const },
    country: { field: 'country.code', match: 'equals' as const },
    size: { field: 'size', match: 'equals' as const },
  },
  search: ['label', 'country.name'],
  prerender: { filters: ['state', 'country'], orderings: ['label'] },
};

/** An API with filters: `towns` in pages, and the same as an unpaginated list, `places`. */
export const townsApi = (changes: Partial<Collection> = {}) =>
  defineApi({
    name: 'Towns',
    description: 'Towns.',
    formats: ['json', 'api'],
    collections: [
      {
        ...defineCollection({
          ...definition,
          name: 'towns',
          order: { field: 'size', kind: 'number', descending: true },
          pagination: { limits: [2, 3, 5], default: 2 },
        }),
        ...changes,
      },
      defineCollection({ ...definition, name: 'places' }),
    ],
  });

/** The parameters of a request, as they are decoded. */
export type TownsRequest = Readonly<Record<string, string>>;

/** The requested records, in the requested order. It shares no code with `src/`. */
export function townsFor(
  records: readonly Town[],
  collection: string,
  { ordering = '', ...given }: TownsRequest,
): readonly PublishedRecord[] {
  const holds = (text: string | null, value: string) =>
    text?.toLowerCase().includes(value.toLowerCase()) ?? false;
  const found = records.filter(({ label, size, state, country }) => {
    const terms = given.search?.split(/[\s,]/) ?? [];
    return (
      (!given.name || holds(label, given.name)) &&
      (!given.state || holds(state, given.state)) &&
      (!given.country || country.code === given.country) &&
      (!given.size || (size !== null && `${size}` === given.size)) &&
      terms.every((term) => term === '' || holds(label, term) || holds(country.name, term))
    );
  });
  if (ordering === '' && collection === 'places') return found;
  return sortedBy(found, ordering || '-size', 'id');
}

/** The text of the answer to a request. */
export function townsText(
  href: string,
  records: readonly PublishedRecord[],
  collection: string,
  { limit = '', offset = '', ...others }: TownsRequest,
): string {
  if (collection === 'places') return listText(records);
  const size = limit === 'all' ? limit : Number(limit || '2');
  return pageText(href, records, { ...others, limit: size, offset: Number(offset || '0') });
}

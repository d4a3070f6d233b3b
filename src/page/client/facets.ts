import { countChoices, type Facet, givenValues, withoutCounts } from '../../describe/facet.ts';
import { type Markup, markup } from '../../util/markup.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { facetList } from '../view/facet-list.ts';
import { hashLink, listingWith, parseTarget, type RequestTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { refill } from './dom.ts';
import { filterNames } from './request-form.ts';

/** The target of a listing without some filters, from its first page on. */
const withoutFilters = (target: RequestTarget, filters: readonly string[]): RequestTarget =>
  listingWith(target, Object.fromEntries(filters.map((name) => [name, ''])));

/**
 * Starts the list of facets, and that of the filters that are set.
 * @param root contains the facets
 * @param chosen contains a link for each filter that removes it
 * @returns a function that shows them for a listing, with the counts of its records
 */
export function startFacets(root: HTMLElement, chosen: HTMLElement, api: ApiClient) {
  const list = root.querySelector('div') as HTMLElement;
  let shown = '';

  /** Counts the choices of each facet among the records that match all other filters. */
  async function recount(collection: CollectionModel, target: RequestTarget): Promise<Facet[]> {
    const client = await api.requireClient();
    const { values } = parseTarget(target);
    const rows = await client.rows(withoutFilters(target, []));
    const counting = collection.facets.map(async (facet) => {
      const column = await client.column(collection.name, facet.field);
      const isSet = givenValues(facet, values) !== null;
      const marks = isSet ? await client.rows(withoutFilters(target, facet.filters)) : rows;
      return column ? countChoices(facet, column, marks) : withoutCounts(facet);
    });
    return Promise.all(counting);
  }

  return async (collection: CollectionModel | undefined, target: RequestTarget): Promise<void> => {
    shown = target;
    const { facets = [] } = collection ?? {};
    root.hidden = facets.length === 0;
    refill(chosen, markup`${collection && filterLinks(collection, target)}`);
    if (!collection || facets.length === 0) return;
    const fill = (some: readonly Facet[]) => refill(list, facetList(some, target, hashLink));
    if (filterNames(target).length === 0) return fill(facets);
    const counted = await recount(collection, target).catch(() => facets.map(withoutCounts));
    if (shown === target) fill(counted);
  };
}

/** Links that remove the filters of a target: `California`, `Overall Score 40–50`, `name: port`. */
function filterLinks({ facets }: CollectionModel, target: RequestTarget): Markup[] {
  const { values } = parseTarget(target);
  const link = (text: string, names: readonly string[]) =>
    markup`<li><a${hashLink(withoutFilters(target, names))} aria-label="Remove the filter ${text}">${text}<span aria-hidden="true"> ×</span></a></li>`;
  const ranges = facets.filter(
    ({ filter, filters }) => !filter && filters.every((name) => values.get(name)),
  );
  const inRanges = ranges.flatMap(({ filters }) => filters);
  const others = filterNames(target).filter((name) => !inRanges.includes(name));
  const rangeLinks = ranges.map(({ title, filters }) =>
    link(`${title} ${filters.map((name) => values.get(name)).join('–')}`, filters),
  );
  const otherLinks = others.map((name) => {
    const value = values.get(name);
    const facet = facets.find(({ filter, filters }) => filter && filters[0] === name);
    const choice = facet?.choices.find((one) => one.values[0] === value);
    return link(choice?.label ?? `${name}: ${value}`, [name]);
  });
  return [...rangeLinks, ...otherLinks];
}

import { countChoices, type Facet, givenValues, withoutCounts } from '../../describe/facet.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { facetList } from '../view/facet-list.ts';
import {
  FIRST_PAGE,
  formatHash,
  hashLink,
  parseTarget,
  type RequestTarget,
  withValues,
} from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { element } from './dom.ts';
import { fillWith } from './render-response.ts';
import { filterNames } from './request-form.ts';

/** The target of a listing without some filters, from its first page on. */
const withoutFilters = (target: RequestTarget, filters: readonly string[]): RequestTarget =>
  withValues(target, { ...FIRST_PAGE, ...Object.fromEntries(filters.map((name) => [name, ''])) });

/**
 * Starts the list of facets, and that of the filters that are set.
 * @param root contains the facets
 * @param chosen contains a link for each filter that removes it
 */
export function startFacets(root: HTMLElement, chosen: HTMLElement, api: ApiClient) {
  const list = root.querySelector('div') as HTMLElement;
  let shown = '';

  /** Shows the facets of a listing, with the counts of its records. */
  async function show(
    collection: CollectionModel | undefined,
    target: RequestTarget,
  ): Promise<void> {
    shown = target;
    const { facets = [] } = collection ?? {};
    root.hidden = facets.length === 0;
    showChosen(collection, target);
    if (!collection || facets.length === 0) return;
    const fill = (some: readonly Facet[]) => fillWith(list, facetList(some, target, hashLink));
    if (filterNames(target).length === 0) return fill(facets);
    const counted = await recount(collection, target).catch(() => facets.map(withoutCounts));
    if (shown === target) fill(counted);
  }

  /** Counts the choices of each facet among the records that match all other filters. */
  async function recount(collection: CollectionModel, target: RequestTarget): Promise<Facet[]> {
    const client = await api.requireClient();
    const { values } = parseTarget(target);
    const rows = await client.rows(withoutFilters(target, []));
    return Promise.all(
      collection.facets.map(async (facet) => {
        const column = await client.column(collection.name, facet.field);
        const isSet = givenValues(facet, values) !== null;
        const marks = isSet ? await client.rows(withoutFilters(target, facet.filters)) : rows;
        return column ? countChoices(facet, column, marks) : withoutCounts(facet);
      }),
    );
  }

  function showChosen(collection: CollectionModel | undefined, target: RequestTarget): void {
    const filters = collection ? filtersIn(collection, target) : [];
    chosen.hidden = filters.length === 0;
    const items = filters.map(({ names, text }) => {
      const href = formatHash(withoutFilters(target, names));
      const label = `Remove the filter ${text}`;
      const cross = element('span', { 'aria-hidden': 'true' }, ' ×');
      return element('li', {}, element('a', { href, 'aria-label': label }, text, cross));
    });
    chosen.replaceChildren(...items);
  }

  return { show };
}

/** The filters of a target, each as a text: `California`, `Overall Score 40–50`, `name: port`. */
function filtersIn({ facets }: CollectionModel, target: RequestTarget) {
  const { values } = parseTarget(target);
  const names = filterNames(target);
  const ranges = facets.filter((facet) => {
    const given = givenValues(facet, values);
    return given && !facet.filter && given.every((value) => value !== '');
  });
  const inRanges = ranges.flatMap(({ filters }) => filters);
  return [
    ...ranges.map(({ title, filters }) => ({
      names: filters,
      text: `${title} ${filters.map((name) => values.get(name)).join('–')}`,
    })),
    ...names
      .filter((name) => !inRanges.includes(name))
      .map((name) => ({ names: [name], text: filterText(facets, name, values.get(name) ?? '') })),
  ];
}

function filterText(facets: readonly Facet[], name: string, value: string): string {
  const facet = facets.find(({ filter, filters }) => filter && filters[0] === name);
  const choice = facet?.choices.find(({ values }) => values[0] === value);
  return choice ? choice.label : `${name}: ${value}`;
}

import { countChoices, type Facet, givenValues, withoutCounts } from '../../describe/facet.ts';
import { markup } from '../../util/markup.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { facetList } from '../view/facet-list.ts';
import { hashLink, listingWith, parseTarget, type RequestTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { findElement, refill } from './dom.ts';
import { filterNames } from './request-form.ts';

/** The target of a listing without some filters, from its first page on. */
const withoutFilters = (target: RequestTarget, filters: readonly string[]): RequestTarget =>
  listingWith(target, Object.fromEntries(filters.map((name) => [name, ''])));

/**
 * Starts the list of facets, and that of the filters that are set, each a link that removes it.
 * @returns a function that shows them for a listing, with the counts of its records
 */
export function startFacets(section: HTMLElement, api: ApiClient) {
  const root = findElement(section, '.facets');
  const list = findElement(root, 'div');
  const chosen = findElement(section, '.chosen');
  let shown = '';

  /** Counts the choices of each facet among the records that match all other filters. */
  async function recount(collection: CollectionModel, target: RequestTarget): Promise<Facet[]> {
    const { values } = parseTarget(target);
    const rows = await api.readRows(withoutFilters(target, []));
    const counting = collection.facets.map(async (facet) => {
      const column = await api.readColumn(collection.name, facet.field);
      const isSet = givenValues(facet, values) !== null;
      const marks = isSet ? await api.readRows(withoutFilters(target, facet.filters)) : rows;
      return column ? countChoices(facet, column, marks) : withoutCounts(facet);
    });
    return Promise.all(counting);
  }

  return async (
    collection: CollectionModel | undefined,
    target: RequestTarget,
    ignored: readonly string[] = [],
  ): Promise<void> => {
    shown = target;
    const { facets = [] } = collection ?? {};
    root.hidden = facets.length === 0;
    const links = collection ? chosenFilters(collection, target) : [];
    refill(
      chosen,
      markup`${links.map(([text, names]) => markup`<li><a${hashLink(withoutFilters(target, names))} data-key="${names.join(' ')}" aria-label="Remove the filter ${text}">${text}<span aria-hidden="true"> ×</span></a></li>`)}${ignored.map((name) => markup`<li class="aside"><code>${name}</code> is no parameter of ${collection?.noun}, and is ignored.</li>`)}`,
    );
    if (!collection || facets.length === 0) return;
    const fill = (some: readonly Facet[]) => refill(list, facetList(some, target, hashLink));
    if (filterNames(target).length === 0) return fill(facets);
    const counted = await recount(collection, target).catch(() => facets.map(withoutCounts));
    if (shown === target) fill(counted);
  };
}

/** A filter, or a range: what it is called, and the names of its parameters. */
type ChosenFilter = readonly [text: string, names: readonly string[]];

/** The filters of a target: `California`, `Open true`, `Overall score 40–50`, `Overall score at least 40`, `“port”`, `name: port`. */
function chosenFilters({ facets }: CollectionModel, target: RequestTarget): ChosenFilter[] {
  const { values } = parseTarget(target);
  const chosen = facets.flatMap((facet): ChosenFilter[] => {
    const given = givenValues(facet, values);
    const choice = facet.choices.find((one) => one.values.join('\n') === given?.join('\n'));
    if (!given) return [];
    const [least, greatest] = given;
    const bound = least ? `at least ${least}` : `at most ${greatest}`;
    const range = least && greatest ? `${least}–${greatest}` : bound;
    const text = choice?.label ?? (facet.filter ? least : range);
    const isName = choice && facet.filter && !facet.filter.type;
    return [[isName ? choice.label : `${facet.title} ${text}`, facet.filters]];
  });
  const known = chosen.flatMap(([, names]) => names);
  const others = filterNames(target).filter((name) => !known.includes(name));
  const words = (name: string) =>
    name === 'search' ? `“${values.get(name)}”` : `${name}: ${values.get(name)}`;
  return chosen.concat(others.map((name) => [words(name), [name]]));
}

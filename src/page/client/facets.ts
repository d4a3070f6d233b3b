import { ownValue } from '../../core/object.ts';
import {
  type Choice,
  countChoices,
  type Facet,
  isChosen,
  nullFilter,
  nullText,
  withoutCounts,
} from '../../describe/facet.ts';
import { markup } from '../../util/markup.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { choiceTarget, facetList } from '../view/facet-list.ts';
import { formatTime } from '../view/record-table.ts';
import {
  formatHash,
  hashLink,
  listingWith,
  parseTarget,
  type RequestTarget,
} from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { element, findElement, refill } from './dom.ts';
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
  /** The collection whose facets are in the list. */
  let listed: CollectionModel | undefined;

  list.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement;
    const part = field.closest<HTMLElement>('.facet');
    const facet = listed?.facets.find((one) => one.field === part?.dataset.key);
    // While a year is typed, it begins with zeros.
    if (!part || !facet || field.value.startsWith('0')) return;
    const changes = { [nullFilter(facet)]: '', [field.name]: field.value };
    location.hash = formatHash(listingWith(shown, changes));
  });

  /** Counts the choices of each facet among the records that match all other filters. */
  async function recount(collection: CollectionModel, target: RequestTarget): Promise<Facet[]> {
    const { values } = parseTarget(target);
    const rows = await api.readRows(withoutFilters(target, []));
    const counting = collection.facets.map(async (facet): Promise<Facet> => {
      const countRows = async (choice: Choice): Promise<Choice> => {
        const marks = await api.readRows(choiceTarget(facet, target, choice.values));
        return { ...choice, count: marks?.filter(Boolean).length ?? 0 };
      };
      const none = facet.none && (await countRows(facet.none));
      if (facet.choices.length === 0) return { ...facet, none };
      const column = await api.readColumn(collection.name, facet.field);
      const isSet = facet.filters.some((name) => values.get(name));
      const marks = isSet ? await api.readRows(choiceTarget(facet, target, [])) : rows;
      return { ...(column ? countChoices(facet, column, marks) : withoutCounts(facet)), none };
    });
    return Promise.all(counting);
  }

  /** Shows the facets of a collection. */
  function fill(collection: CollectionModel, facets: readonly Facet[], target: RequestTarget) {
    if (listed !== collection) list.replaceChildren(...facets.map(() => element('div')));
    listed = collection;
    const { values } = parseTarget(target);
    for (const [index, facet] of facets.entries()) {
      const part = list.children[index] as HTMLElement;
      const inputs = [...part.querySelectorAll('input')];
      const isTyped = inputs.some((one) => one === document.activeElement);
      // A date that is typed in parts must stay.
      const isCurrent = inputs.every(({ name, value }) => value === (values.get(name) ?? ''));
      if (!isTyped || !isCurrent) refill(part, facetList([facet], target, hashLink));
    }
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
      markup`${links.map(([text, names]) => markup`<li><a${hashLink(withoutFilters(target, names))} data-key="${names.join(' ')}" aria-label="Remove the filter ${text}"><span dir="auto">${text}</span><span aria-hidden="true"> ×</span></a></li>`)}${ignored.map((name) => markup`<li class="aside"><code>${name}</code> is no parameter of ${collection?.noun}, and is ignored.</li>`)}`,
    );
    if (!collection || facets.length === 0) return;
    if (filterNames(target).length === 0) return fill(collection, facets, target);
    const counted = await recount(collection, target).catch(() => facets.map(withoutCounts));
    if (shown === target) fill(collection, counted, target);
  };
}

/** A filter, or a range: what it is called, and the names of its parameters. */
type ChosenFilter = readonly [text: string, names: readonly string[]];

/**
 * The filters of a target: choices of facets as `California`, `Open true`, `Overall score 40 to under 50`, then others
 * as `Day, from: 2 Jul 2026`, `Rain: no value`, `“port”`.
 */
function chosenFilters({ facets, labels }: CollectionModel, target: RequestTarget): ChosenFilter[] {
  const { values } = parseTarget(target);
  const chosen = facets.flatMap((facet): ChosenFilter[] => {
    const { title, filter } = facet;
    const names = facet.filters.filter((name) => name !== nullFilter(facet));
    const { label } = facet.choices.find((one) => isChosen(names, one, values)) ?? {};
    if (label === undefined) return [];
    return [[filter && !filter.type ? label : `${title} ${formatTime(label)}`, names]];
  });
  const known = chosen.flatMap(([, names]) => names);
  const others = filterNames(target).filter((name) => !known.includes(name));
  const words = (name: string): string => {
    const value = values.get(name) ?? '';
    const facet = facets.find((one) => nullFilter(one) === name);
    if (facet) return `${facet.title}: ${nullText(value).toLowerCase()}`;
    return name === 'search'
      ? `“${value}”`
      : `${ownValue(labels, name) ?? name}: ${formatTime(value)}`;
  };
  return chosen.concat(others.map((name) => [words(name), [name]]));
}

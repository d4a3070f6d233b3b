import { type Choice, type Facet, isChosen } from '../../describe/facet.ts';
import { type Markup, markup } from '../../util/markup.ts';
import { formatAmount, formatCount, formatNumber } from '../../util/text.ts';
import { formatTime } from './record-table.ts';
import { type FormatLink, listingWith, parseTarget, type RequestTarget } from './request-target.ts';

/** How many values of a facet are shown before the others are asked for. */
const SHOWN = 6;

/**
 * The facets of a collection as lists of links that narrow a listing of it, or widen it again.
 * @param target the listing
 */
export function facetList(facets: readonly Facet[], target: RequestTarget, formatLink: FormatLink) {
  const { values: given } = parseTarget(target);
  return markup`${facets.map((facet) => {
    const { title, field, filters, filter, dates } = facet;
    const linkTo = (choice: Choice): ChoiceLink => {
      const isCurrent = isChosen(filters, choice, given);
      const next = choiceTarget(facet, target, isCurrent ? [] : choice.values);
      const link = markup`${formatLink(next)} data-key="${field}:${choice.values.join()}"${isCurrent && markup` aria-current="true"`}`;
      return { ...choice, isCurrent, link };
    };
    const isShown = ({ count, isCurrent }: ChoiceLink) => count !== 0 || isCurrent;
    const all = facet.choices.map(linkTo);
    // Without empty ranges, the bars would form no scale.
    const shown = filter ? all.filter(isShown) : all;
    const none = [facet.none ?? []].flat().map(linkTo).filter(isShown);
    return (
      (shown.length > 0 || none.length > 0 || dates) &&
      markup`
<div class="facet" role="group" aria-label="${title}" data-key="${field}"><p class="label">${title}</p>${dates && dateFields(facet, given)}${shown.length > 0 && (filter ? valueLinks(shown) : histogram(shown))}${none.length > 0 && valueLinks(none)}</div>`
    );
  })}`;
}

/** A listing with the values of a choice of a facet, from its first page on. */
export const choiceTarget = ({ filters }: Facet, target: RequestTarget, values: Choice['values']) =>
  listingWith(
    target,
    Object.fromEntries(filters.map((name, index) => [name, values[index] ?? ''])),
  );

/** A choice with the attributes of the link that sets it, or removes it where it is chosen. */
type ChoiceLink = Choice & { readonly isCurrent: boolean; readonly link: Markup };

function valueLinks(choices: readonly ChoiceLink[]): Markup {
  const items = (some: readonly ChoiceLink[]) =>
    some.map(
      ({ link, label, count }) =>
        markup`<li><a${link}><span dir="auto">${formatTime(label)}</span>${count !== undefined && markup` <span class="amount">${formatNumber(count)}</span>`}</a></li>`,
    );
  const first = choices.filter(({ isCurrent }, index) => index < SHOWN || isCurrent);
  const others = choices.filter((choice) => !first.includes(choice));
  if (others.length <= 1) return markup`<ul>${items([...first, ...others])}</ul>`;
  return markup`<ul>${items(first)}</ul><details><summary>${formatNumber(others.length)} more</summary><ul>${items(others)}</ul></details>`;
}

/** The height of the highest bar. */
const BAR_HEIGHT = 40;

function histogram(choices: readonly ChoiceLink[]): Markup {
  const most = Math.max(1, ...choices.map(({ count = 0 }) => count));
  const bars = choices.map(({ link, label, count }) => {
    const height = Math.max(1, Math.round(((count ?? most) / most) * BAR_HEIGHT));
    const amount = count === undefined ? '' : `: ${formatCount(count, 'record')}`;
    return markup`<li><a${link} title="${label}${amount}"><span class="hidden">${label}</span><span class="hidden">${amount}</span><svg viewBox="0 0 10 ${BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><rect width="10" height="${height}" y="${BAR_HEIGHT - height}"></rect></svg></a></li>`;
  });
  const ends = [choices[0]?.values[0], choices.at(-1)?.values.at(-1)].map((one = '') =>
    formatAmount(one),
  );
  return markup`<ul class="histogram">${bars}</ul><p class="ends"><span>${ends[0]}</span> <span>${ends[1]}</span></p>`;
}

/** Two fields for a range, which need the script. They have no zone, so the `Z` of a time in UTC is cut. */
function dateFields({ field, filters, dates }: Facet, given: ReadonlyMap<string, string>): Markup {
  const fields = ['From', 'To'].map((label, index) => {
    const name = filters[index] ?? '';
    const value = given.get(name)?.replace(/Z$/i, '');
    return markup`<label>${label} <input type="${dates ?? ''}" name="${name}" value="${value ?? ''}" autocomplete="off" data-key="${field}:${label}"></label>`;
  });
  return markup`<div class="dates">${fields}</div>`;
}

import { type Choice, type Facet, givenValues } from '../../describe/facet.ts';
import { type Markup, markup } from '../../util/markup.ts';
import { formatCount, formatNumber } from '../../util/text.ts';
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
    const chosen = givenValues(facet, given)?.join('\n');
    const links = facet.choices.map((choice): ChoiceLink => {
      const isChosen = choice.values.join('\n') === chosen;
      const values = isChosen ? [] : choice.values;
      const changes = facet.filters.map((name, index) => [name, values[index] ?? '']);
      const next = listingWith(target, Object.fromEntries(changes));
      const link = markup`${formatLink(next)} data-key="${facet.field}:${choice.values.join()}"${isChosen && markup` aria-current="true"`}`;
      return { ...choice, isChosen, link };
    });
    // Without empty ranges, the bars would form no scale.
    const shown = links.filter((one) => !facet.filter || one.count !== 0 || one.isChosen);
    return (
      shown.length > 0 &&
      markup`
<div class="facet" role="group" aria-label="${facet.title}" data-key="${facet.field}"><p class="label">${facet.title}</p>${facet.filter ? valueLinks(shown) : histogram(shown)}</div>`
    );
  })}`;
}

/** A choice with the attributes of the link that sets it, or removes it where it is chosen. */
type ChoiceLink = Choice & { readonly isChosen: boolean; readonly link: Markup };

function valueLinks(choices: readonly ChoiceLink[]): Markup {
  const items = (some: readonly ChoiceLink[]) =>
    some.map(
      ({ link, label, count }) =>
        markup`<li><a${link}><span dir="auto">${label}</span>${count !== undefined && markup` <span class="amount">${formatNumber(count)}</span>`}</a></li>`,
    );
  const first = choices.filter(({ isChosen }, index) => index < SHOWN || isChosen);
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
  const ends = [choices[0]?.values[0], choices.at(-1)?.values.at(-1)];
  return markup`<ul class="histogram">${bars}</ul><p class="ends"><span>${ends[0]}</span> <span>${ends[1]}</span></p>`;
}

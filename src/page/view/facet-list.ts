import { type Choice, type Facet, givenValues } from '../../describe/facet.ts';
import { type Markup, markup } from '../../util/markup.ts';
import { formatCount, formatNumber } from '../../util/text.ts';
import {
  FIRST_PAGE,
  type FormatLink,
  parseTarget,
  type RequestTarget,
  withValues,
} from './request-target.ts';

/** How many values of a facet are shown before the others are asked for. */
const SHOWN = 6;

/**
 * The facets of a collection as lists of links that narrow a listing of it, or widen it again.
 * @param target the listing
 */
export function facetList(
  facets: readonly Facet[],
  target: RequestTarget,
  formatLink: FormatLink,
): Markup {
  const { values: given } = parseTarget(target);
  return markup`${facets.map((facet) => {
    const chosen = givenValues(facet, given)?.join('\n');
    const isChosen = ({ values }: Choice) => values.join('\n') === chosen;
    // Without empty ranges, the bars would form no scale.
    const choices = facet.choices.filter(
      (choice) => !facet.filter || choice.count !== 0 || isChosen(choice),
    );
    const linkTo = (choice: Choice) => {
      const values = isChosen(choice) ? [] : choice.values;
      const changes = facet.filters.map((name, index) => [name, values[index] ?? '']);
      const next = withValues(target, { ...FIRST_PAGE, ...Object.fromEntries(changes) });
      return markup`${formatLink(next)}${isChosen(choice) && markup` aria-current="true"`}`;
    };
    const show = facet.filter ? valueLinks : histogram;
    return (
      choices.length > 0 &&
      markup`
<div class="facet" role="group" aria-label="${facet.title}"><p class="label">${facet.title}</p>${show(choices, isChosen, linkTo)}</div>`
    );
  })}`;
}

type ShowChoices = (
  choices: readonly Choice[],
  isChosen: (choice: Choice) => boolean,
  linkTo: (choice: Choice) => Markup,
) => Markup;

const valueLinks: ShowChoices = (choices, isChosen, linkTo) => {
  const items = (some: readonly Choice[]) =>
    some.map(
      (choice) =>
        markup`<li><a${linkTo(choice)}><span>${choice.label}</span>${choice.count !== undefined && markup` <span class="amount">${formatNumber(choice.count)}</span>`}</a></li>`,
    );
  const first = choices.filter((choice, index) => index < SHOWN || isChosen(choice));
  const others = choices.filter((choice) => !first.includes(choice));
  const last = others.length === 1 ? others : [];
  return markup`<ul>${items([...first, ...last])}</ul>${
    others.length > 1 &&
    markup`<details><summary>${formatNumber(others.length)} more</summary><ul>${items(others)}</ul></details>`
  }`;
};

/** The height of the highest bar. */
const BAR_HEIGHT = 40;

const histogram: ShowChoices = (choices, _, linkTo) => {
  const most = Math.max(1, ...choices.map(({ count = 0 }) => count));
  const bars = choices.map((choice) => {
    const { label, count } = choice;
    const height = Math.max(1, Math.round(((count ?? most) / most) * BAR_HEIGHT));
    const amount = count === undefined ? '' : `: ${formatCount(count, 'record')}`;
    return markup`<li><a${linkTo(choice)} title="${label}${amount}"><span class="hidden">${label}</span><span class="hidden">${amount}</span><svg viewBox="0 0 10 ${BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><rect width="10" height="${height}" y="${BAR_HEIGHT - height}"></rect></svg></a></li>`;
  });
  const ends = [choices[0]?.values[0], choices.at(-1)?.values.at(-1)];
  return markup`<ul class="histogram">${bars}</ul><p class="ends"><span>${ends[0]}</span> <span>${ends[1]}</span></p>`;
};

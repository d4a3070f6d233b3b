import { relativeEndpointPath } from '../core/endpoint.ts';
import { maxLength } from '../core/filter.ts';
import { defaultOrdering } from '../core/grid.ts';
import type { Described, DescribedCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { type DescribedParameter, parametersForPage } from '../describe/parameter.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatNumber, underscored } from '../util/text.ts';

/**
 * A form that searches, sorts and filters the records of a collection. It works without a script, because an empty
 * parameter is the same as an absent one.
 */
export function listForm(described: Described, one: DescribedCollection): Markup {
  const { collection, metadata } = one;
  const { name } = collection;
  const id = (field: string) => `try-${underscored(name)}-${field}`;
  const parameters = parametersForPage(described, { kind: 'collection', collection });
  const inForm = parameters.filter(({ kind }) => !['format', 'offset', 'page'].includes(kind));
  const search = inForm.find(isSearch);
  const ordering = inForm.find(({ kind }) => kind === 'ordering');
  const others = inForm.filter((parameter) => parameter !== search && parameter !== ordering);
  const field = (parameter: DescribedParameter) => inputField(parameter, id(parameter.name));
  const order = ordering && orderField(one, ordering, id('ordering'));
  return markup`
<form method="get" action="${relativeEndpointPath(described.grid, { kind: 'collection', collection })}" aria-label="${metadata.title}">
<div class="find">${search && searchField(one, search, id('search'))}${order}
<div class="actions"><button type="submit">${search ? 'Search' : 'Show'}</button> <button type="reset">Clear</button></div></div>
${others.length > 0 && markup`<details class="filters"><summary>${collection.filters ? 'More filters' : 'More'}</summary><div class="fields">${others.map(field)}</div></details>`}
</form>`;
}

const isSearch = ({ kind, name, filter }: DescribedParameter): boolean =>
  kind === 'filter' && name === 'search' && filter?.match === 'search';

const searchField = (
  { collection }: DescribedCollection,
  parameter: DescribedParameter,
  id: string,
): Markup => markup`
<div class="field search"><label for="${id}" class="hidden">Search</label>
${textField(parameter, markup` id="${id}" type="search" placeholder="Find one of ${formatNumber(collection.count)} ${spaced(collection.name)}"`)}</div>`;

/** The orders, with the default one first. */
function orderField(
  { collection }: DescribedCollection,
  parameter: DescribedParameter,
  id: string,
): Markup {
  const order = defaultOrdering(collection);
  const rendered = parameter.rendered.filter((value) => value !== order);
  return markup`
<div class="field sort"><label for="${id}">Sort</label>
${dropDown({ ...parameter, rendered }, id)}</div>`;
}

function inputField(parameter: DescribedParameter, id: string): Markup {
  const { name, values, fallback, rendered, defaultText } = parameter;
  const isOpen = parameter.kind === 'filter' && rendered.length + parameter.composed.length === 0;
  const isListed = values !== 'number' && !isOpen;
  return markup`
<div class="field"><label for="${id}">${name}</label>
${isListed ? dropDown(parameter, id) : textField(parameter, markup` id="${id}" placeholder="${fallback || defaultText}"`)}</div>`;
}

/** A drop-down of the values. If not all can be listed, its last option enables a text field. */
function dropDown(parameter: DescribedParameter, id: string): Markup {
  const { name, kind, defaultText, rendered, labelOf, composed, composedText } = parameter;
  const hasOther = composedText !== undefined;
  const other = markup` aria-label="Another ${name}: ${composedText}" placeholder="${composedText}" hidden disabled`;
  const option = (value: string) => markup`<option value="${value}">${labelOf(value)}</option>`;
  return markup`<select id="${id}" name="${name}">
<option value="">${kind === 'limit' && 'default: '}${defaultText}</option>
${rendered.map(option)}
${composed.length > 0 && markup`<optgroup label="More">${composed.map(option)}</optgroup>`}
${hasOther && markup`<option value="other" data-scripted hidden disabled>other…</option>`}
</select>
${hasOther && textField(parameter, other)}`;
}

const textField = ({ name, kind, filter }: DescribedParameter, attributes: Markup): Markup =>
  markup`<input name="${name}"${attributes}${filter ? markup` maxlength="${maxLength(filter)}"` : kind !== 'ordering' && markup` inputmode="numeric"`} autocomplete="off">`;

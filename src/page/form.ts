import { relativeEndpointPath } from '../core/endpoint.ts';
import { maxLength } from '../core/filter.ts';
import { defaultOrdering, windowNames } from '../core/grid.ts';
import type { DescribedCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { orderingText } from '../describe/ordering-text.ts';
import { type DescribedParameter, parametersForPage } from '../describe/parameter.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatNumber, underscored } from '../util/text.ts';
import { columnsOf } from './columns.ts';
import { findKeyFilter, firstRows, sortableColumns } from './first-listing.ts';
import type { PageParts } from './head.ts';

/**
 * A form that searches, sorts and filters the records of a collection. It works without a script, because an empty
 * parameter is the same as an absent one.
 * @param isFirst whether the script shows this form first
 */
export function listForm(described: PageParts, one: DescribedCollection, isFirst: boolean): Markup {
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
<form method="get" action="${relativeEndpointPath(described.grid, { kind: 'collection', collection })}"${isFirst ? markup` data-first` : markup` class="other"`}${dataAttributes(described, one)} aria-label="${metadata.title}">
<div class="find">${search && searchField(one, search, id('search'))}${order}
<div class="actions"><button type="submit">${search ? 'Search' : 'Show'}</button> <button type="reset">Clear</button></div></div>
${others.length > 0 && markup`<details class="filters"><summary>${collection.filters ? 'More filters' : 'More'}</summary><div class="fields">${others.map(field)}</div></details>`}
</form>`;
}

const isSearch = ({ kind, name, filter }: DescribedParameter): boolean =>
  kind === 'filter' && name === 'search' && filter?.match === 'search';

/** What the script must know about the records of a collection. */
function dataAttributes({ assets }: PageParts, one: DescribedCollection): Markup {
  const { collection, facets, hasMap } = one;
  const { items, name, pagination, keyField } = collection;
  const order = defaultOrdering(collection);
  const keyFilter = findKeyFilter(collection);
  const hasAddresses = items !== false || keyFilter !== undefined;
  const [size, place] = windowNames(collection);
  const columns = columnsOf(one, firstRows(one));
  return markup` data-noun="${spaced(name)}"${hasAddresses && keyField !== undefined && markup` data-key="${keyField}"`}${keyFilter !== undefined && markup` data-key-filter="${keyFilter}"`}
 data-columns="${JSON.stringify(columns)}" data-sorts="${JSON.stringify(sortableColumns(collection))}"${order !== undefined && markup` data-order="${order}"`}
${facets.length > 0 && markup` data-facets="${JSON.stringify(facets)}"`}${hasMap && markup` data-points="${assets.points[name] ?? ''}"`}${pagination && markup` data-pages="${JSON.stringify([size, place, pagination.default])}"`}`;
}

const searchField = (
  { collection }: DescribedCollection,
  parameter: DescribedParameter,
  id: string,
): Markup => markup`
<div class="field search"><label for="${id}" class="hidden">Search</label>
${textField(parameter, markup` id="${id}" type="search" placeholder="Find one of ${formatNumber(collection.count)} ${spaced(collection.name)}"`)}</div>`;

/** The orders, with the default one first. */
function orderField(one: DescribedCollection, parameter: DescribedParameter, id: string): Markup {
  const { collection, metadata, fields } = one;
  const textOf = (value: string) => orderingText(collection, value, metadata.record, fields);
  const order = defaultOrdering(collection);
  const rendered = parameter.rendered.filter((value) => value !== order);
  const described = { ...parameter, rendered, defaultText: textOf(''), labelOf: textOf };
  return markup`
<div class="field sort"><label for="${id}">Sort</label>
${dropDown(described, id)}</div>`;
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
  const labelFor = (value: string) => (kind === 'ordering' ? labelOf(value) : value);
  return markup`<select id="${id}" name="${name}">
<option value="">${kind === 'limit' && 'default: '}${defaultText}</option>
${rendered.map((value) => option(value, labelOf(value)))}
${composed.length > 0 && markup`<optgroup label="More">${composed.map((value) => option(value, labelFor(value)))}</optgroup>`}
${hasOther && markup`<option value="other" data-scripted hidden disabled>other…</option>`}
</select>
${hasOther && textField(parameter, other)}`;
}

const option = (value: string, label = value): Markup =>
  markup`<option value="${value}">${label}</option>`;

const textField = ({ name, kind, filter }: DescribedParameter, attributes: Markup): Markup =>
  markup`<input name="${name}"${attributes}${filter ? markup` maxlength="${maxLength(filter)}"` : kind !== 'ordering' && markup` inputmode="numeric"`} autocomplete="off">`;

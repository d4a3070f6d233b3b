import { formatNumber } from '../../util/text.ts';
import { element, findElement } from './dom.ts';
import { fullName, type Points } from './map-points.ts';
import { createSearch } from './search-points.ts';

/** How many results are listed. */
const MAX_RESULTS = 8;

/**
 * Starts a field that searches points by name. No result is highlighted until an arrow key or the pointer
 * highlights one: Enter is left to the form of the field.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 * @param root contains the field, the list of its results and its status
 * @param onHighlight called with the highlighted result; null: no result is highlighted any more
 */
export function startPointSearch(
  root: HTMLElement,
  points: Points,
  onHighlight: (row: number | null) => void,
  onSelect: (row: number) => void,
) {
  const list = findElement(root, 'ul');
  const input = findElement<HTMLInputElement>(root, 'input');
  const status = findElement(root, '[role=status]');
  /** Created at the first search, which takes a moment for many points. */
  let find: ReturnType<typeof createSearch> | undefined;
  let results: readonly number[] = [];
  /** The index of the highlighted result; -1: none is highlighted. */
  let active = -1;

  input.addEventListener('input', search);
  input.addEventListener('keydown', onKey);
  // Keeps the focus in the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  input.addEventListener('blur', close);
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  // Typed while the map was loading.
  if (input.value && document.activeElement === input) search();

  function search(): void {
    find ??= createSearch(points.columns, MAX_RESULTS);
    const { rows, count } = find(input.value);
    results = rows;
    list.replaceChildren(...rows.map(createOption));
    list.hidden = count === 0;
    input.setAttribute('aria-expanded', String(count > 0));
    highlight(-1);
    status.textContent = input.value.trim() === '' ? '' : describeResults(count);
  }

  function createOption(row: number, index: number): HTMLElement {
    const name = element('b', {}, points.label(row));
    const id = `${list.id}-${index}`;
    const title = fullName(points, row);
    const attributes = { role: 'option', id, title, 'aria-selected': 'false' };
    const option = element('li', attributes, name, ` ${points.details(row).join(', ')}`);
    option.addEventListener('pointermove', () => highlight(index));
    option.addEventListener('click', () => select(row));
    return option;
  }

  /** Highlights a result in the open list; -1: none. */
  function highlight(index: number): void {
    if (active === index) return;
    active = index;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
    }
    input.setAttribute('aria-activedescendant', list.children[index]?.id ?? '');
    onHighlight(results[index] ?? null);
  }

  function close(): void {
    highlight(-1);
    list.hidden = true;
    status.textContent = '';
    input.setAttribute('aria-expanded', 'false');
  }

  function select(row: number): void {
    input.value = points.label(row);
    close();
    onSelect(row);
  }

  function onKey(event: KeyboardEvent): void {
    const { length } = results;
    const result = results[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (event.key === 'Enter' && result !== undefined) select(result);
    else if (event.key === 'Escape' && !list.hidden) close();
    else if (step !== 0 && length > 0) move(step);
    else return;
    event.preventDefault();
  }

  /** Highlights the next result, or that at one of the list's ends. */
  function move(step: number): void {
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    const next = active < 0 ? Math.min(0, step) : active + step;
    highlight((next + results.length) % results.length);
  }
}

function describeResults(count: number): string {
  if (count === 0) return 'No matches';
  if (count <= MAX_RESULTS) return `${count} found.`;
  return `The first ${MAX_RESULTS} of ${formatNumber(count)}.`;
}

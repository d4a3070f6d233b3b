import { formatNumber } from '../../util/text.ts';
import { element, findElement } from './dom.ts';
import { fullName, type MapPoint, searchPoints } from './map-points.ts';

/** How many results are listed. */
const MAX_RESULTS = 8;

/**
 * Starts a field that searches points by name.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 * @param root contains the field, the list of its results and its status
 * @param onHighlight called with the highlighted result; null: no result is highlighted
 */
export function startPointSearch(
  root: HTMLElement,
  points: readonly MapPoint[],
  onHighlight: (point: MapPoint | null) => void,
  onSelect: (point: MapPoint) => void,
) {
  const list = findElement(root, 'ul');
  const input = findElement<HTMLInputElement>(root, 'input');
  const status = findElement(root, '[role=status]');
  let results: readonly MapPoint[] = [];
  /** The index of the highlighted result; -1 while the list is closed. */
  let active = -1;

  input.addEventListener('input', search);
  input.addEventListener('keydown', onKey);
  // Keeps the focus in the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  input.addEventListener('blur', () => highlight(-1));
  input.placeholder = `such as ${points[0]?.label}`;
  // Typed while the map was loading.
  if (input.value && document.activeElement === input) search();

  function search(): void {
    const found = searchPoints(points, input.value);
    results = found.slice(0, MAX_RESULTS);
    list.replaceChildren(...results.map(createOption));
    highlight(results.length > 0 ? 0 : -1);
    status.textContent = input.value.trim() === '' ? '' : describeResults(found.length);
  }

  function createOption(point: MapPoint, index: number): HTMLElement {
    const name = element('b', {}, point.label);
    const attributes = { role: 'option', id: `find-one-${index}`, title: fullName(point) };
    const option = element('li', attributes, name, ` ${point.details.join(', ')}`);
    option.addEventListener('pointermove', () => highlight(index));
    option.addEventListener('click', () => select(point));
    return option;
  }

  /** Highlights a result in the open list; -1 closes the list. */
  function highlight(index: number): void {
    active = index;
    list.hidden = index < 0;
    if (index < 0) status.textContent = '';
    input.setAttribute('aria-expanded', String(index >= 0));
    input.setAttribute('aria-activedescendant', list.children[index]?.id ?? '');
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
    }
    onHighlight(results[index] ?? null);
  }

  function select(point: MapPoint): void {
    input.value = point.label;
    highlight(-1);
    onSelect(point);
  }

  function onKey(event: KeyboardEvent): void {
    const { length } = results;
    const result = results[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    // From the closed list, both arrows go to one of its ends.
    const next = result ? active + step : Math.min(0, step);
    if (event.key === 'Enter' && result) select(result);
    else if (event.key === 'Escape' && result) highlight(-1);
    else if (step !== 0 && length > 0) highlight((next + length) % length);
    else return;
    event.preventDefault();
  }
}

function describeResults(count: number): string {
  if (count === 0) return 'No matches';
  if (count <= MAX_RESULTS) return `${count} found.`;
  return `The first ${MAX_RESULTS} of ${formatNumber(count)}.`;
}

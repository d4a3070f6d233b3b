import { formatTarget } from '../../core/address.ts';
import { keyOf } from '../../core/key.ts';
import { formatBytes } from '../../util/text.ts';
import { type CollectionModel, recordTarget } from '../view/collection-model.ts';
import type { PointColumns } from '../view/point-columns.ts';
import { parseRows } from '../view/record-table.ts';
import { formatHash, type RequestTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { button, element as createElement, findElement } from './dom.ts';
import type { startMap } from './map.ts';
import { filterNames } from './request-form.ts';

type StartedMap = Awaited<ReturnType<typeof startMap>>;

/** Points with more bytes are loaded after a click on a button with their size. */
const LARGE = 1e6;

/** A map of one collection. */
type Panel = { readonly element: HTMLElement; readonly map: Promise<StartedMap> };

/**
 * Creates the maps of the page, each when it is first shown.
 * @param script the address of the map's script
 */
export function createMapPanels(section: HTMLElement, api: ApiClient, script: string) {
  const panels = new Map<string, Panel>();
  let [shownCount, failureCount] = [0, 0];

  /**
   * Shows a map, once the rows of its records are known.
   * @param onShown called with the number of points of a listing, once they are shown; undefined: the map is for one
   * record, which is selected among all
   */
  function show(
    collection: CollectionModel,
    target: RequestTarget,
    onShown?: (count: number) => void,
  ): HTMLElement {
    const own = ++shownCount;
    const { element, map } = panelOf(collection);
    // Without filters, the store is not needed.
    const isNarrowed = !onShown || filterNames(target).length > 0;
    void Promise.all([map, isNarrowed ? api.readRows(target) : null]).then(
      ([started, rows]) => {
        // Ignore a result that is out of date.
        if (own !== shownCount || !element.isConnected) return;
        const count = started.show(onShown ? rows : null);
        started.select(!onShown && rows ? rows.indexOf(1) : null);
        onShown?.(count);
      },
      ({ message }: Error) => {
        // The next time, it starts again.
        panels.delete(collection.listing);
        if (own !== shownCount) return;
        failureCount++;
        const retry = button('Try again', () => {
          const next = show(collection, target, onShown);
          element.replaceWith(next);
          next.focus();
        });
        const text = `The map can’t be shown. ${message}`;
        element.replaceChildren(
          createElement('p', { class: 'empty', role: 'status' }, text, retry),
        );
      },
    );
    return element;
  }

  function panelOf(collection: CollectionModel): Panel {
    const known = panels.get(collection.listing);
    if (known) return known;
    const template = findElement<HTMLTemplateElement>(section, '#map-template');
    const copy = document.importNode(template.content, true);
    const element = findElement(copy, '.plot');
    element.dataset.noun = collection.noun;
    const panel = { element, map: start(element, collection) };
    panels.set(collection.listing, panel);
    return panel;
  }

  async function start(element: HTMLElement, collection: CollectionModel): Promise<StartedMap> {
    const empty = findElement(element, '.empty');
    const [address = '', bytes = 0] = collection.points ?? [];
    const label = `Show the map (${formatBytes(bytes)})`;
    if (bytes > LARGE)
      await new Promise<void>((resolve) => empty.replaceChildren(button(label, resolve)));
    if (empty.hasChildNodes()) element.focus();
    empty.replaceChildren('Loading the map …');
    const loading = [loadPoints(address), loadScript(script, failureCount)] as const;
    const [columns, { startMap }] = await Promise.all(loading);
    const open = (row: number) => void openRow(collection, row);
    return startMap(element, columns, collection.keyColumn === undefined ? undefined : open);
  }

  /** Opens the record at a row of the default order. */
  async function openRow(collection: CollectionModel, row: number): Promise<void> {
    const { listing, place, pages, keyColumn = '' } = collection;
    const [size = '', start = ''] = pages ?? [];
    const values = { [size]: '1', [start]: String(start === 'page' ? row + 1 : row) };
    const { value } = await api.compose(pages ? formatTarget(listing, values) : listing);
    const record = parseRows(value, place)[pages ? 0 : row];
    if (record)
      location.hash = formatHash(recordTarget(collection, String(keyOf(keyColumn, record))));
  }

  /** True if to show the map of a collection loads nothing: it is loaded, or asks first. */
  const loadsNothing = ({ listing, points }: CollectionModel): boolean =>
    panels.has(listing) || (points?.[1] ?? 0) > LARGE;

  return { show, loadsNothing };
}

async function loadPoints(address: string): Promise<PointColumns> {
  const response = await fetch(new URL(address, document.baseURI)).catch(() => undefined);
  if (!response?.ok) throw new Error('Its points can’t be loaded.');
  return response.json();
}

/**
 * The map, with its geography, is a file of its own that is loaded when it is needed.
 * @param failures how often a map could not be shown: some browsers remember the addresses of those that failed
 */
function loadScript(address: string, failures: number): Promise<{ startMap: typeof startMap }> {
  const url = new URL(address, document.baseURI);
  if (failures > 0) url.searchParams.set('retry', String(failures));
  return import(url.href).catch(() => {
    throw new Error('Its script can’t be loaded.');
  });
}

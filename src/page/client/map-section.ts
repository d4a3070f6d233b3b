import type { PointColumns } from '../view/point-columns.ts';
import type { ApiClient } from './api-client.ts';
import { findElement } from './dom.ts';
import type { startMap } from './map.ts';
import { openRow } from './open-row.ts';

/** The map, with its search and its geography, is a file of its own that is loaded when it is needed. */
type MapModule = { readonly startMap: typeof startMap };

/**
 * Starts the section with a map of the records and a search for one of them.
 * @param section its `data-` attributes name the points, the map's script, and what it shows
 */
export function startMapSection(section: HTMLElement, api: ApiClient): void {
  const { list, noun = '', points = '', script = '' } = section.dataset;
  const message = findElement(section, '.empty');
  const showFailure = (error: Error) =>
    message.replaceChildren(
      `The map can’t be shown. ${error.message} Reload the page to try again.`,
    );

  // The focus of the search brings the section into view.
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start().catch(showFailure);
    },
    { rootMargin: '200px' },
  );
  observer.observe(section);

  async function start(): Promise<void> {
    message.replaceChildren('Loading the map …');
    const [columns, { startMap }] = await Promise.all([loadPoints(), loadScript()]);
    if (columns.longitudes.every((longitude) => longitude === null)) {
      message.replaceChildren(`None of the ${noun} has a location yet.`);
      return;
    }
    const onOpen = (row: number) => void openRow(api, section.dataset, row);
    const map = startMap(findElement(section, '.plot'), columns, {
      onOpen: list ? onOpen : undefined,
    });
    map.searchField(findElement(section, '.finder'));
  }

  async function loadPoints(): Promise<PointColumns> {
    const response = await fetch(new URL(points, document.baseURI));
    if (!response.ok) throw new Error(`The status of the response is ${response.status}.`);
    return response.json();
  }

  async function loadScript(): Promise<MapModule> {
    return import(new URL(script, document.baseURI).href).catch(() => {
      throw new Error('Its script can’t be loaded.');
    });
  }
}

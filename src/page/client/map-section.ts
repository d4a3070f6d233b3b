import type { RequestTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { findElement } from './dom.ts';
import type { startMap } from './map.ts';
import type { MapFeature } from './map-points.ts';

/** The map, with its search and its geography, is a file of its own that is loaded when it is needed. */
type MapModule = { readonly startMap: typeof startMap };

/**
 * Starts the section with a map of the records and a search for one of them.
 * @param section its `data-` attributes name the request for the records, the map's script, and what it shows
 */
export function startMapSection(section: HTMLElement, api: ApiClient) {
  const { features = '', list = '', noun = '', script = '' } = section.dataset;
  const message = findElement(section, '.empty');
  let map: Promise<ReturnType<typeof startMap> | null> | undefined;

  // The focus of the search brings the section into view.
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
    { rootMargin: '200px' },
  );
  observer.observe(section);

  /** The map; null if it can't be shown. */
  function load() {
    map ??= start().catch((error: Error) => {
      const text = `The map can’t be shown. ${error.message} Reload the page to try again.`;
      message.replaceChildren(text);
      return null;
    });
    return map;
  }

  async function start() {
    observer.disconnect();
    message.replaceChildren('Loading the map …');
    const [{ response, value }, { startMap }] = await Promise.all([
      api.get(features),
      loadScript(),
    ]);
    if (!response.ok) throw new Error(`The status of the response is ${response.status}.`);
    const { features: found } = value as { readonly features: readonly MapFeature[] };
    if (found.length > 0) return startMap(section, found);
    message.replaceChildren(`None of the ${noun} has a location yet.`);
    return null;
  }

  async function loadScript(): Promise<MapModule> {
    return import(new URL(script, document.baseURI).href).catch(() => {
      throw new Error('Its script can’t be loaded.');
    });
  }

  /**
   * Adds a button to a part of the page that shows where a record is.
   * @param records the listing that the record is part of
   */
  async function addButton(
    container: HTMLElement,
    records: RequestTarget,
    key: string,
  ): Promise<void> {
    if (records === list) (await load())?.addMapButton(container, key);
  }

  return { addMapButton: addButton };
}

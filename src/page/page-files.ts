import { readFileSync } from 'node:fs';
import type { Described } from '../describe/described.ts';
import { ICON, MAP_SCRIPT, PAGE, pointsFile, SCRIPT, STYLE } from '../describe/files.ts';
import { sha256 } from '../site/manifest.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { compiledFile } from '../util/compiled-file.ts';
import { pageOf } from './document.ts';
import { iconOf } from './head.ts';
import type { Points } from './points.ts';

/**
 * The page in the site's folder that describes the API, with its scripts, style and icon.
 * @param points the points of each collection with a map, from `pointsOf`
 */
export function pageFiles(described: Described, points: Points): SiteFile[] {
  const script = readFileSync(compiledFile('explorer.bundle.js'));
  const style = readFileSync(compiledFile('explorer.css'));
  const map = readFileSync(compiledFile('explorer-map.bundle.js'));
  const pointFiles = Object.entries(points).map(([name, body]) => ({
    name,
    path: pointsFile(name),
    body,
  }));
  const assets = {
    script: `${SCRIPT}?${contentHash(script)}`,
    style: `${STYLE}?${contentHash(style)}`,
    map: `${MAP_SCRIPT}?${contentHash(map)}`,
    points: Object.fromEntries(
      pointFiles.map(({ name, path, body }) => [name, `${path}?${contentHash(body)}`]),
    ),
  };
  return [
    { path: PAGE, body: [bytes(pageOf({ ...described, assets }))] },
    { path: SCRIPT, body: [script] },
    { path: STYLE, body: [style] },
    ...(pointFiles.length > 0 ? [{ path: MAP_SCRIPT, body: [map] }] : []),
    ...pointFiles.map(({ path, body }) => ({ path, body: [body] })),
    { path: ICON, body: [bytes(iconOf(described.about))] },
  ];
}

/** A changed script or style gets a new address, so that a browser does not use a cached old one. */
const contentHash = (body: Uint8Array): string => sha256(body).slice(0, 8);

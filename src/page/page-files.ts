import { readFileSync } from 'node:fs';
import type { Described } from '../describe/described.ts';
import { ICON, MAP_SCRIPT, PAGE, pointsFile, REFERENCE, SCRIPT, STYLE } from '../describe/files.ts';
import { sha256 } from '../site/manifest.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { markup } from '../util/markup.ts';
import { compiledFile } from '../util/package.ts';
import { pageOf, referencePage } from './document.ts';
import type { Points } from './points.ts';

/**
 * The page in the site's folder that shows the data, and the reference, with their scripts, style and icon.
 * @param points the points of each collection with a map, from `pointsOf`
 */
export function pageFiles(described: Described, points: Points): SiteFile[] {
  const script = readFileSync(compiledFile('explorer.bundle.js'));
  const style = readFileSync(compiledFile('explorer.css'));
  const map = readFileSync(compiledFile('explorer-map.bundle.js'));
  const located = Object.entries(points);
  const files = located.map(([key, body]) => [
    key,
    [addressOf(pointsFile(key), body), body.length],
  ]);
  const assets = {
    script: addressOf(SCRIPT, script),
    style: addressOf(STYLE, style),
    map: addressOf(MAP_SCRIPT, map),
    points: Object.fromEntries(files),
  };
  const parts = { ...described, assets };
  return [
    { path: PAGE, body: [bytes(pageOf(parts))] },
    { path: REFERENCE, body: [bytes(referencePage(parts))] },
    { path: SCRIPT, body: [script] },
    { path: STYLE, body: [style] },
    ...(located.length > 0 ? [{ path: MAP_SCRIPT, body: [map] }] : []),
    ...located.map(([name, body]) => ({ path: pointsFile(name), body: [body] })),
    { path: ICON, body: [bytes(iconOf(described.about))] },
  ];
}

/** A changed script or style gets a new address, so that a browser does not use a cached old one. */
const addressOf = (path: string, body: Uint8Array): string => `${path}?${sha256(body).slice(0, 8)}`;

/** The page's icon: that of the definition, or the first letter of its name. */
export function iconOf(about: Pick<Described['about'], 'name' | 'icon'>): string {
  const { name, icon = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '/' } = about;
  const isText = /^[\p{L}\p{N}/]/u.test(icon);
  const size = isText ? (icon.length > 1 ? 8 : 11) : 13;
  const frame = isText && markup`<rect width="16" height="16" rx="4" fill="#0a6457"/>`;
  const text = markup`<text x="8" y="8" dy=".36em" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="${size}" fill="#fff">${icon}</text>`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${frame}${text}</svg>
`.text;
}

import { readFileSync } from 'node:fs';
import { type Described, describedCollections } from '../describe/described.ts';
import { ICON, MAP_SCRIPT, PAGE, SCRIPT, STYLE } from '../describe/files.ts';
import { sha256 } from '../site/manifest.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { compiledFile } from '../util/compiled-file.ts';
import { pageOf } from './document.ts';
import { iconOf } from './head.ts';
import { hasMap } from './map-section.ts';

/** The page in the site's folder that describes the API, with its scripts, style and icon. */
export function pageFiles(described: Described): SiteFile[] {
  const script = readFileSync(compiledFile('explorer.bundle.js'));
  const style = readFileSync(compiledFile('explorer.css'));
  const map = readFileSync(compiledFile('explorer-map.bundle.js'));
  const assets = {
    script: `${SCRIPT}?${contentHash(script)}`,
    style: `${STYLE}?${contentHash(style)}`,
    map: `${MAP_SCRIPT}?${contentHash(map)}`,
  };
  return [
    { path: PAGE, body: [bytes(pageOf({ ...described, assets }))] },
    { path: SCRIPT, body: [script] },
    { path: STYLE, body: [style] },
    ...(describedCollections(described).some(hasMap) ? [{ path: MAP_SCRIPT, body: [map] }] : []),
    { path: ICON, body: [bytes(iconOf(described.about))] },
  ];
}

/** A changed script or style gets a new address, so that a browser does not use a cached old one. */
const contentHash = (body: Uint8Array): string => sha256(body).slice(0, 8);

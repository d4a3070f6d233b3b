import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { OPENAPI, TYPES } from '../core/address.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { compiledFile } from '../util/compiled-file.ts';
import { ICON, PAGE, SCRIPT, STYLE } from './files.ts';
import type { Described } from './openapi/operation.ts';
import { type OpenApi, openApiOf } from './openapi.ts';
import { ICON_TEXT } from './page/document.ts';
import { pageOf } from './page.ts';
import type { TypesGenerator } from './types.ts';

/** What describes an API does it with these. */
interface Tools {
  /** Makes the types: half a second after its start, or at once those that it made last. */
  readonly typist: TypesGenerator;
  /** A service worker that the page registers before it asks the API. */
  readonly worker?: string | undefined;
}

/**
 * The files that tell people and their tools what an API is, beside it in the site's folder.
 * @throws what `Typist.types` throws
 */
export async function descriptionOf(
  described: Described,
  { typist, worker }: Tools,
): Promise<SiteFile[]> {
  const script = readFileSync(compiledFile('explorer.bundle.js'));
  const style = readFileSync(compiledFile('explorer.css'));
  const openApi = openApiOf(described);
  const assets = { script: `${SCRIPT}?${tagOf(script)}`, style: `${STYLE}?${tagOf(style)}` };
  return [
    { path: PAGE, body: [bytes(pageOf({ ...described, assets, worker }))] },
    { path: SCRIPT, body: [script] },
    { path: STYLE, body: [style] },
    { path: ICON, body: [bytes(ICON_TEXT)] },
    { path: OPENAPI, body: [bytes(`${JSON.stringify(openApi, null, 2)}\n`)] },
    { path: TYPES, body: [bytes(await typist.types(withoutExamples(openApi)))] },
  ];
}

/** With another script the page asks for another address, so that no browser shows it with an old one. */
const tagOf = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('hex').slice(0, 8);

/** A document as far as types depend on it: without what changes with every record. */
function withoutExamples({ components: { schemas, ...components }, ...openApi }: OpenApi): OpenApi {
  // In shapes such a name is that of a field.
  const text = JSON.stringify({ ...openApi, components }, (name, value) =>
    name === 'example' || name === 'examples' ? undefined : value,
  );
  const parsed = JSON.parse(text);
  return { ...parsed, components: { ...parsed.components, schemas } };
}

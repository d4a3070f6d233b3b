import type { Source } from '../../api/definition.ts';
import type { ApiMetadata } from '../../site/api-metadata.ts';

/** What a document says of the API as a whole. */
export interface Info {
  readonly title: string;
  readonly version: string;
  /** In CommonMark. */
  readonly description: string;
  readonly license?: License;
}

interface License {
  readonly name: string;
  /** An SPDX expression. Absent where a source names its licence otherwise. */
  readonly identifier?: string;
}

/** What a document says of the API as a whole. */
export function infoOf({ name, version, description, sources = [] }: ApiMetadata): Info {
  const license = licenseOf(sources);
  const parts = [description, ...HOW, ...(sources.length > 0 ? [sourcesText(sources)] : [])];
  return {
    title: name,
    version,
    description: parts.join('\n\n'),
    ...(license && { license }),
  };
}

/** How any API of ours is to be used, a paragraph each. */
const HOW = [
  'The API is read-only and made of files: its answers were written when the site was built.',
  '## Parameters',
  'A parameter that is absent or empty has its default. One that is not listed for a path is ignored. One that is given twice gets 400.',
  'The values in `x-pre-rendered` are answered wherever the site is. The others that a schema allows are answered where code composes pages: by a server of the project’s own, by a Worker, or by a Service Worker in a browser. Elsewhere, and for any value that no schema allows, the answer is an error that lists what there is, never another page.',
  '## Methods and paths',
  'Each path has GET, HEAD and OPTIONS; another method gets 405, and the header `Allow` names those that there are. A path without the slash at its end is redirected (301) to the one with it, its query kept. A path that is not listed gets 404 with the addresses that there are.',
  'Errors have the headers of other answers, but for `ETag`. A host that can’t send 400 sends 404 with the same body; one that only follows rules may answer a wrong method or path in its own words.',
];

/** Whose facts they are, a line each. */
function sourcesText(sources: readonly Source[]): string {
  const lines = sources.map(({ name, url, licence, gives }) => {
    const title = url ? `[${name}](${url})` : name;
    return `- ${title}: ${gives}${licence ? ` (${licence})` : ''}`;
  });
  return ['## Sources', '', ...lines].join('\n');
}

/** The licences of all sources together; undefined where none names any. */
function licenseOf(sources: readonly Source[]): License | undefined {
  const licences = [...new Set(sources.flatMap(({ licence }) => licence ?? []))];
  if (licences.length === 0) return undefined;
  if (!licences.every(isSpdx)) return { name: licences.join(', ') };
  const expression = licences.map((one) => operand(one, licences.length)).join(' AND ');
  return { name: expression, identifier: expression };
}

/** Does a licence look like an SPDX expression: identifiers with operators between them? */
const isSpdx = (licence: string): boolean =>
  /^[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*$/.test(licence);

/** OR binds less than the AND that a part is joined with. */
const operand = (licence: string, parts: number): string =>
  parts > 1 && licence.includes(' OR ') ? `(${licence})` : licence;

import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs';
import { HOST_ALIASES, HOST_NAMES, type HostName } from '../hosts/host.ts';
import { ENCODINGS } from '../import/encoding.ts';
import { UsageError } from '../util/problem.ts';
import { suggestion } from '../util/suggestion.ts';

const flag = (describe: string) =>
  ({ type: 'boolean', describe, default: false }) as const satisfies Options;

const text = (describe: string, value: string) =>
  ({ type: 'string', describe, default: value }) as const satisfies Options;

/** @param defaultDescription what it means to leave the option out */
const optionalText = (describe: string, defaultDescription: string) =>
  ({ type: 'string', describe, defaultDescription }) as const satisfies Options;

const ALIASES = Object.values(HOST_ALIASES).flat();

/** The name of a host, from that name or another one. @throws UsageError if no host has it */
function parseHost(text: string): HostName {
  const host = HOST_NAMES.find((name) => name === text || HOST_ALIASES[name]?.includes(text));
  if (host) return host;
  if (text === 'cloudflare-pages') throw new UsageError(PAGES);
  throw new UsageError(
    `Unknown host ${JSON.stringify(text)}.${suggestion(text, [...HOST_NAMES, ...ALIASES])} Choose: ${HOST_NAMES.join(', ')}. For any other static host, choose files.`,
  );
}

const PAGES =
  'Cloudflare Pages does not run the Worker of --host cloudflare. Use --host files for Pages, or --host cloudflare for Workers.';

/** @throws UsageError if a text is not the number of a port */
function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new UsageError(`--port is ${JSON.stringify(text)}. It must be a number from 0 to 65535.`);
}

/** Options by name. */
const OPTIONS = {
  content: text('The folder with the content.', 'content'),
  out: text('The folder to write the site to. It replaces a site in that folder.', 'dist'),
  'base-url': optionalText(
    'The absolute URL of the published site. Links begin with it; where code runs, with the address of the request and its path.',
    'on Netlify, the address of the deployment; in CI, an error unless code runs on the host; else http://localhost:8080',
  ),
  api: optionalText(
    'The JavaScript or TypeScript module with the definition.',
    'api.mjs, api.js or api.ts next to the content folder, else in the current folder',
  ),
  host: {
    ...optionalText(
      `The only host to build for: its files are put in place, and the site must meet its limits. Also accepted: ${ALIASES.join(', ')}.`,
      'all hosts, without their limits',
    ),
    choices: HOST_NAMES,
    coerce: parseHost,
  },
  port: {
    ...optionalText('The port to listen on.', '8080, or the next free one'),
    coerce: parsePort,
  },
  open: flag('Open the address in a browser.'),
  address: text(
    'The address to listen on. Any address other than loopback is open to the network.',
    '127.0.0.1',
  ),
  cors: flag(
    'Let web pages of any site read the answers, and accept any Host header. By default, only pages of this machine can read the answers.',
  ),
  'as-built': flag('Keep the links of the build, instead of pointing them to the preview.'),
  plain: flag('Send only files and ignore query strings, as a plain host does.'),
  'rules-only': flag('Answer only prerendered pages, as a host with rules does.'),
  'allow-removal': flag(
    'Continue even if there are no records, a collection loses all of its records, or the site or the content more than half.',
  ),
  json: flag('Print one JSON object on standard output, and all messages on standard error.'),
  header: {
    type: 'string',
    array: true,
    nargs: 1,
    describe:
      'A header of each request to the live API, such as "Authorization: Token 1234". It is not stored. It can be given several times.',
    defaultDescription: 'none',
  } as const satisfies Options,
  from: optionalText(
    'What to guess the definition from: a CSV, JSON, JSON Lines or YAML file, a folder of Markdown, YAML or JSON files with a record in each, or the address of a listing of a live API, whose records are fetched.',
    'an example',
  ),
  encoding: { ...optionalText('The encoding of a file.', 'UTF-8 or UTF-16'), choices: ENCODINGS },
  count: optionalText(
    'The number of records at an address that has a list without pages, to confirm that they are all.',
    'none',
  ),
  site: flag('Pack all files of the site.'),
};

/** `--out` of `snapshot`, the only option that differs between commands. */
export const SNAPSHOT_OUT = optionalText(
  'The file to write, such as bna.tar.gz, or a folder.',
  'a file in the current folder, named after the API and a hash',
);

/** The arguments of every command, and the values of its options by their names in camel case. */
export interface Arguments extends ArgumentsCamelCase<InferredOptionTypes<typeof OPTIONS>> {
  /** The folder of a new project, or its data. */
  readonly folder: string;
  /** The data to serve without a project. */
  readonly file?: string;
  /** The folder of a site. */
  readonly dist: string;
}

export const pick = (...names: readonly (keyof typeof OPTIONS)[]) =>
  Object.fromEntries(names.map((name) => [name, OPTIONS[name]]));

import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs';
import { ENCODINGS } from '../api/forms.ts';
import { HOST_NAMES } from '../hosts/host.ts';
import { UsageError } from '../util/problem.ts';
import { suggestion } from '../util/suggestion.ts';

const flag = (describe: string) => ({ type: 'boolean', describe }) as const satisfies Options;

const text = (describe: string, value: string) =>
  ({ type: 'string', describe, default: value }) as const satisfies Options;

/** @param defaultDescription what is used without the option; absent: nothing */
const optionalText = (describe: string, defaultDescription?: string) =>
  ({ type: 'string', describe, defaultDescription }) as const satisfies Options;

/** Returns the function that parses one of some names. @throws UsageError if a text is another one */
const parseName =
  <Name extends string>(what: string, names: readonly Name[], help: string) =>
  (text: string): Name => {
    const name = names.find((one) => one === text);
    if (name) return name;
    throw new UsageError(
      `Unknown ${what} ${JSON.stringify(text)}.${suggestion(text, names)} Choose: ${names.join(', ')}. ${help}`,
    );
  };

const OTHER_HOSTS =
  'For any other static host, such as S3, GitLab Pages and Cloudflare Pages, choose files.';

/** @throws UsageError if a text is not the number of a port */
function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new UsageError(`--port is ${JSON.stringify(text)}. It must be a number from 0 to 65535.`);
}

/** Options by name. */
const OPTIONS = {
  content: text('Use the content of this folder.', 'content'),
  out: text('Write the site to this folder.', 'dist'),
  'base-url': optionalText(
    'Begin links with this URL, the address of the published site.',
    'http://localhost:8080, except on Netlify and in CI',
  ),
  api: optionalText('Use this definition.', 'api.mjs, api.js or api.ts'),
  host: {
    ...optionalText(
      `Build for this host and its limits: ${HOST_NAMES.join(', ')}.`,
      'every host with rules or code',
    ),
    coerce: parseName('host', HOST_NAMES, OTHER_HOSTS),
  },
  port: { ...optionalText('Listen on this port.', '8080 or the next free one'), coerce: parsePort },
  address: text('Listen on this address. Any but loopback is open to the network.', '127.0.0.1'),
  cors: flag('Let web pages of any site read the answers.'),
  plain: flag('Ignore query strings, as a plain host does.'),
  'allow-removal': flag('Continue even if most or all records are removed.'),
  'dry-run': flag('Change nothing. The exit code is 3 if something would change.'),
  json: flag('Print the result as one JSON object.'),
  header: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Send this header, such as "X-Key: 1"; repeatable, not stored.',
  } as const satisfies Options,
  from: optionalText(
    'Take records from a CSV, JSON, JSON Lines, YAML or Parquet file, from standard input (-), a folder with a file for each, or the address of a file or of a listing of an API.',
    'an example',
  ),
  add: { ...optionalText('Add such records to a project, as a collection.'), conflicts: 'from' },
  encoding: {
    ...optionalText(`Decode files in this encoding: ${ENCODINGS.join(', ')}.`, 'UTF-8 or UTF-16'),
    coerce: parseName('encoding', ENCODINGS, 'UTF-8 and UTF-16 need no option.'),
  },
  count: optionalText('Confirm that the data has all records: their number.'),
  site: flag('Pack all files of the site.'),
};

/** `--out` of `snapshot`, the only option that differs between commands. */
export const SNAPSHOT_OUT = optionalText(
  'Write the archive to this file, such as cities.tar.gz, or into this folder.',
  'a file named after the API and a hash',
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

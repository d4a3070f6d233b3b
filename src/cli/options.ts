import type { Options } from 'yargs';
import { STORAGE_URL } from '../bna/storage.ts';
import { HOST_NAMES } from '../hosts/names.ts';
import { UsageError } from '../util/problem.ts';

/** Every option: one sentence each, with its default. */
export const OPTIONS = {
  content: {
    type: 'string',
    describe: 'The folder that holds the content.',
    default: 'content',
  },
  out: {
    type: 'string',
    describe: 'The folder that becomes the site; it is replaced whole.',
    default: 'dist',
  },
  'base-url': {
    type: 'string',
    describe: 'The absolute address where the site will be, which its links are built on.',
    defaultDescription:
      'URL, CF_PAGES_URL or VERCEL_PROJECT_PRODUCTION_URL, else http://localhost:8080',
  },
  'storage-url': {
    type: 'string',
    describe: 'The address that boundary files are stored below (of the shipped API only).',
    defaultDescription: STORAGE_URL,
  },
  api: {
    type: 'string',
    describe: 'A JavaScript module whose default export is a definition made with defineApi.',
    defaultDescription: 'the shipped Bicycle Network Analysis API',
  },
  host: {
    type: 'string',
    describe: 'The host whose files are put in place, and whose limits the site must keep.',
    defaultDescription: `${HOST_NAMES[0]}, without its limits`,
    choices: HOST_NAMES,
  },
  limits: {
    type: 'string',
    describe:
      'The page sizes to pre-render, such as 20,100; the default one among them, all besides.',
    defaultDescription: 'those of the definition',
  },
  orderings: {
    type: 'string',
    describe: 'The orderings to pre-render, such as label,-label; or none.',
    defaultDescription: 'those of the definition',
  },
  formats: {
    type: 'string',
    describe: 'The formats to pre-render, such as json; or none.',
    defaultDescription: 'those of the definition',
  },
  port: {
    type: 'string',
    describe: 'The port to listen on.',
    default: '8080',
  },
  address: {
    type: 'string',
    describe: 'The address to listen on; any but a loopback one is open to the network.',
    default: '127.0.0.1',
  },
  'as-built': {
    type: 'boolean',
    describe: 'Leave links as they were built, rather than have them lead to the preview.',
    default: false,
  },
  'rules-only': {
    type: 'boolean',
    describe: 'Answer only what a host’s rules can: the pages that are pre-rendered.',
    default: false,
  },
  site: {
    type: 'string',
    describe: 'The folder of a built site.',
    default: 'dist',
  },
  method: {
    type: 'string',
    describe: 'The method of the request.',
    default: 'GET',
  },
  'allow-post': {
    type: 'boolean',
    describe: 'Take POST on an address that is open to the network too.',
    default: false,
  },
} satisfies Record<string, Options>;
export type OptionName = keyof typeof OPTIONS;

/** What stands behind a command's name. */
interface Positional {
  readonly name: string;
  readonly describe: string;
  /** Absent: it must be given. */
  readonly default?: string;
}

const SITE: Positional = {
  name: 'dist',
  describe: 'The folder of the site.',
  default: OPTIONS.out.default,
};

interface Command {
  readonly describe: string;
  readonly positional?: Positional;
  readonly options: readonly OptionName[];
  /** Options that mean something else here than elsewhere. */
  readonly own?: Readonly<Partial<Record<OptionName, Options>>>;
}

/** What each command takes. */
export const COMMANDS = {
  dev: {
    describe: 'Build the content in memory, serve it, and build it again after every change.',
    options: ['content', 'port', 'address', 'allow-post', 'storage-url', 'api'],
  },
  build: {
    describe: 'Build the site: check the content and write the files to publish.',
    options: [
      'content',
      'out',
      'base-url',
      'host',
      'limits',
      'orderings',
      'formats',
      'storage-url',
      'api',
    ],
  },
  preview: {
    describe: 'Serve a built site and answer its query strings, read-only.',
    positional: SITE,
    options: ['port', 'address', 'rules-only', 'as-built'],
  },
  verify: {
    describe: 'Check a built site, or a snapshot: every file, and every listing from page to page.',
    positional: { ...SITE, describe: 'The folder of the site, or the file of a snapshot.' },
    options: [],
  },
  snapshot: {
    describe: 'Pack the records of a built site into one file, to keep, mail and cite.',
    positional: SITE,
    options: ['out', 'site'],
    own: {
      out: {
        type: 'string',
        describe: 'The file to write, such as bna.tar.gz, or the folder to write it into.',
        defaultDescription: 'here, named for the API and by a hash of what is in it',
      },
      site: {
        type: 'boolean',
        describe: 'Pack the whole site too.',
        default: false,
      },
    },
  },
  explain: {
    describe: 'Show how a request is read, and what answers it on each host.',
    positional: { name: 'request', describe: 'An address, a path or a query.' },
    options: ['site', 'method'],
  },
  validate: {
    describe: 'Check the content and write nothing.',
    options: ['content', 'storage-url', 'api'],
  },
  schemas: {
    describe:
      'Write the shape of the content files beside them, for editors to complete and check.',
    options: ['content', 'api'],
  },
} as const satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;

/** The commands, in the order in which they are listed. */
export const commandNames = Object.keys(COMMANDS) as CommandName[];

/** A command as it is looked at where any of them may be meant. */
export const commandOf = (name: CommandName): Command => COMMANDS[name];

/** A command with what follows its name, as `--help` shows it. */
export function usageOf(name: CommandName): string {
  const { positional } = commandOf(name);
  if (!positional) return name;
  return `${name} ${positional.default === undefined ? `<${positional.name}>` : `[${positional.name}]`}`;
}

/** The options that a command takes. */
export const optionsOf = (name: CommandName): readonly OptionName[] => COMMANDS[name].options;

/** An option as a command takes it. */
export const optionOf = (name: CommandName, option: OptionName): Options =>
  commandOf(name).own?.[option] ?? OPTIONS[option];

/**
 * A port number as a person writes it.
 * @throws UsageError where it is none
 */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new UsageError(`--port is ${JSON.stringify(text)}: it must be a number from 0 to 65535.`);
}

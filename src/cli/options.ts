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
    describe: 'The folder to write the site to. A site in it is replaced.',
    default: 'dist',
  },
  'base-url': {
    type: 'string',
    describe: 'The absolute address where the site will be published. Links are built on it.',
    defaultDescription:
      'URL, CF_PAGES_URL or VERCEL_PROJECT_PRODUCTION_URL, else http://localhost:8080',
  },
  'storage-url': {
    type: 'string',
    describe: 'The address of the folder with boundary files (shipped API only).',
    defaultDescription: STORAGE_URL,
  },
  api: {
    type: 'string',
    describe: 'A JavaScript module whose default export is a definition made with defineApi.',
    defaultDescription: 'the shipped Bicycle Network Analysis API',
  },
  host: {
    type: 'string',
    describe: 'The host whose files are put in place and whose limits the site must meet.',
    defaultDescription: `${HOST_NAMES[0]}, without its limits`,
    choices: HOST_NAMES,
  },
  limits: {
    type: 'string',
    describe:
      'The page sizes to pre-render, such as 20,100. They must include the default page size.',
    defaultDescription: 'those of the definition',
  },
  orderings: {
    type: 'string',
    describe: 'The orderings to pre-render, such as label,-label, or none.',
    defaultDescription: 'those of the definition',
  },
  formats: {
    type: 'string',
    describe: 'The formats to pre-render, such as json, or none.',
    defaultDescription: 'those of the definition',
  },
  port: {
    type: 'string',
    describe: 'The port to listen on.',
    default: '8080',
  },
  address: {
    type: 'string',
    describe: 'The address to listen on. Any but a loopback address is open to the network.',
    default: '127.0.0.1',
  },
  'as-built': {
    type: 'boolean',
    describe: 'Keep links as they were built, instead of pointing them to the preview.',
    default: false,
  },
  'rules-only': {
    type: 'boolean',
    describe: 'Answer only pre-rendered pages, as a host that follows rules does.',
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
    describe: 'Accept POST also on an address that is open to the network.',
    default: false,
  },
} satisfies Record<string, Options>;
export type OptionName = keyof typeof OPTIONS;

/** The argument after a command's name. */
interface Positional {
  readonly name: string;
  readonly describe: string;
  /** Absent if the argument is required. */
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
  /** Options with another meaning than in other commands. */
  readonly own?: Readonly<Partial<Record<OptionName, Options>>>;
}

/** Every command, with its argument and options. */
export const COMMANDS = {
  dev: {
    describe: 'Serve the content from memory and rebuild it after every change.',
    options: ['content', 'port', 'address', 'allow-post', 'storage-url', 'api'],
  },
  build: {
    describe: 'Check the content and write the site, ready to publish.',
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
    describe: 'Serve a built site, read-only.',
    positional: SITE,
    options: ['port', 'address', 'rules-only', 'as-built'],
  },
  verify: {
    describe: 'Check every file and every listing of a built site or a snapshot.',
    positional: { ...SITE, describe: 'The folder of the site, or a snapshot.' },
    options: [],
  },
  snapshot: {
    describe: 'Pack the records of a built site into one archive.',
    positional: SITE,
    options: ['out', 'site'],
    own: {
      out: {
        type: 'string',
        describe: 'The file to write, such as bna.tar.gz, or its folder.',
        defaultDescription: 'the current folder; the name has the API and a hash',
      },
      site: {
        type: 'boolean',
        describe: 'Add the files of the site.',
        default: false,
      },
    },
  },
  explain: {
    describe: 'Show how a request is read and answered.',
    positional: { name: 'request', describe: 'An address, a path or a query string.' },
    options: ['site', 'method'],
  },
  validate: {
    describe: 'Check the content without writing anything.',
    options: ['content', 'storage-url', 'api'],
  },
  schemas: {
    describe: 'Write JSON schemas of the content files, for completion and checks in editors.',
    options: ['content', 'api'],
  },
} as const satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;

/** The commands, in the order of --help. */
export const commandNames = Object.keys(COMMANDS) as CommandName[];

/** A command by its name. */
export const commandOf = (name: CommandName): Command => COMMANDS[name];

/** A command with its argument, as `--help` shows it. */
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
 * Parses a port number.
 * @throws UsageError if the text is not one
 */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new UsageError(`--port is ${JSON.stringify(text)}: it must be a number from 0 to 65535.`);
}

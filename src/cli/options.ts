import type { Options } from 'yargs';
import { STORAGE_URL } from '../bna/storage.ts';
import { HOST_NAMES } from '../hosts/names.ts';

/** Options by name. One that differs between commands is defined with its command. */
const OPTIONS = {
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
      'the environment’s URL, CF_PAGES_URL or VERCEL_PROJECT_PRODUCTION_URL, else http://localhost:8080',
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
  filters: {
    type: 'string',
    describe: 'The filters to pre-render, such as country, or none.',
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
  'allow-removal': {
    type: 'boolean',
    describe: 'Build even if a collection loses all of its records, or the site more than half.',
    default: false,
  },
  'allow-post': {
    type: 'boolean',
    describe: 'Accept POST also on an address that is open to the network.',
    default: false,
  },
} satisfies Record<string, Options>;

type OptionName = keyof typeof OPTIONS;

const pick = (...names: readonly OptionName[]): Readonly<Record<string, Options>> =>
  Object.fromEntries(names.map((name) => [name, OPTIONS[name]]));

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

export interface Command {
  readonly describe: string;
  readonly positional?: Positional;
  readonly options: Readonly<Record<string, Options>>;
  /** @param argv the argument and the options by their names in camel case, as yargs parsed them */
  run(argv: never): Promise<void>;
}

interface SiteArguments {
  readonly dist: string;
}

/** Every command. Its code is loaded when it runs, so that `--help` is quick. */
export const COMMANDS = {
  dev: {
    describe: 'Serve the content from memory and rebuild it after every change.',
    options: {
      ...pick('content', 'port', 'address', 'allow-post'),
      ...pick('allow-removal', 'storage-url', 'api'),
    },
    run: async (argv: never) => (await import('./dev.ts')).devCommand(argv),
  },
  build: {
    describe: 'Check the content and write the site, ready to publish.',
    options: {
      ...pick('content', 'out', 'base-url', 'host', 'limits', 'orderings', 'formats', 'filters'),
      ...pick('allow-removal', 'storage-url', 'api'),
    },
    run: async (argv: never) => (await import('./build.ts')).buildCommand(argv),
  },
  preview: {
    describe: 'Serve a built site, read-only.',
    positional: SITE,
    options: pick('port', 'address', 'rules-only', 'as-built'),
    run: async ({ dist, ...argv }: SiteArguments) =>
      (await import('./preview.ts')).previewCommand(dist, argv as never),
  },
  verify: {
    describe: 'Check every file and every listing of a built site or a snapshot.',
    positional: { ...SITE, describe: 'The folder of the site, or a snapshot.' },
    options: {},
    run: async ({ dist }: SiteArguments) => (await import('./verify.ts')).verifyCommand(dist),
  },
  snapshot: {
    describe: 'Pack the records of a built site into one archive.',
    positional: SITE,
    options: {
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
    run: async ({ dist, ...argv }: SiteArguments) =>
      (await import('./snapshot.ts')).snapshotCommand(dist, argv as never),
  },
  explain: {
    describe: 'Show how a request is read and answered.',
    positional: { name: 'request', describe: 'An address, a path or a query string.' },
    options: pick('site', 'method'),
    run: async (argv: never) => (await import('./explain.ts')).explainCommand(argv),
  },
  validate: {
    describe: 'Check the content without writing anything.',
    options: pick('content', 'storage-url', 'api'),
    run: async (argv: never) => (await import('./validate.ts')).validateCommand(argv),
  },
  schemas: {
    describe: 'Write JSON schemas of the content files, for completion and checks in editors.',
    options: pick('content', 'api'),
    run: async (argv: never) => (await import('./schemas.ts')).schemasCommand(argv),
  },
} as const satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;

/** The commands, in the order of --help. */
export const commandNames = Object.keys(COMMANDS) as CommandName[];

/** A command with its argument, as `--help` shows it. */
export function usageOf(name: CommandName): string {
  const { positional }: Command = COMMANDS[name];
  if (!positional) return name;
  return `${name} ${positional.default === undefined ? `<${positional.name}>` : `[${positional.name}]`}`;
}

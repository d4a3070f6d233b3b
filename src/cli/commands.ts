import type { Options, PositionalOptions } from 'yargs';
import { type Arguments, pick, SNAPSHOT_OUT } from './options.ts';

const SITE = {
  name: 'dist',
  type: 'string',
  describe: 'The folder of the site.',
  default: 'dist',
} as const;

export interface Command {
  readonly describe: string;
  /** The argument after its name. */
  readonly positional?: PositionalOptions & { readonly name: string };
  readonly options: Readonly<Record<string, Options>>;
  run(argv: Arguments): Promise<void>;
}

/** Every command. Its code is loaded when it runs, so that `--help` is quick. */
export const COMMANDS = {
  init: {
    describe: 'Create a project: a definition, content, and a workflow that publishes the API.',
    positional: {
      name: 'folder',
      type: 'string',
      describe: 'The folder of the new project. A file means --from.',
      default: '.',
    },
    options: pick('from', 'header', 'count', 'encoding'),
    run: async (argv) => (await import('./init.ts')).initCommand(argv),
  },
  dev: {
    describe: 'Serve the content or other data from memory, and rebuild after every change.',
    positional: {
      name: 'file',
      type: 'string',
      describe: 'A data file or a folder to serve.',
    },
    options: pick('content', 'port', 'address', 'open', 'cors', 'allow-removal', 'api', 'encoding'),
    run: async (argv) => (await import('./dev.ts')).devCommand(argv),
  },
  build: {
    describe: 'Check the content and write the site, ready to publish.',
    options: pick('content', 'out', 'base-url', 'host', 'allow-removal', 'api', 'json'),
    run: async (argv) => (await import('./build.ts')).buildCommand(argv),
  },
  preview: {
    describe: 'Serve a built site, read-only.',
    positional: SITE,
    options: pick('port', 'address', 'open', 'plain', 'rules-only', 'as-built'),
    run: async (argv) => (await import('./preview.ts')).previewCommand(argv),
  },
  verify: {
    describe: 'Check every file of a built site.',
    positional: SITE,
    options: pick('json'),
    run: async (argv) => (await import('./site.ts')).verifyCommand(argv),
  },
  snapshot: {
    describe: 'Pack the downloads of a built site into one archive.',
    positional: SITE,
    options: { out: SNAPSHOT_OUT, ...pick('site') },
    run: async (argv) => (await import('./site.ts')).snapshotCommand(argv),
  },
  validate: {
    describe: 'Check the content without writing anything.',
    options: pick('content', 'api', 'json'),
    run: async (argv) => (await import('./build.ts')).validateCommand(argv),
  },
  pull: {
    describe: 'Fetch the records of a live API again, and replace the content.',
    options: pick('content', 'header', 'allow-removal', 'api', 'json'),
    run: async (argv) => (await import('./pull.ts')).pullCommand(argv),
  },
  schemas: {
    describe: 'Write JSON schemas for content files, so that editors complete and check them.',
    options: pick('content', 'api'),
    run: async (argv) => (await import('./build.ts')).schemasCommand(argv),
  },
} satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;

/** The commands, in the order of --help. */
export const commandNames = Object.keys(COMMANDS) as CommandName[];

/** A command with its argument, as `--help` shows it. */
export function usageOf(name: CommandName): string {
  const { positional }: Command = COMMANDS[name];
  return positional ? `${name} [${positional.name}]` : name;
}

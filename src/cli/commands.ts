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
  /** A call that `--help` shows, and what it does. */
  readonly example: readonly [call: string, description: string];
  run(argv: Arguments): Promise<void>;
}

/** Every command. Its code is loaded when it runs, so that `--help` is quick. */
export const COMMANDS = {
  init: {
    describe: 'Create a project from your data or an example.',
    positional: {
      name: 'folder',
      type: 'string',
      describe: 'The folder of the new project. A data file or an address means --from.',
      default: '.',
    },
    options: pick('from', 'add', 'header', 'count', 'encoding'),
    example: ['init cities --from data.csv', 'Create a project in the folder cities from a file.'],
    run: async (argv) => (await import('./init.ts')).initCommand(argv),
  },
  dev: {
    describe: 'Serve the API and rebuild it after every change.',
    positional: {
      name: 'file',
      type: 'string',
      describe: 'A data file, a folder or an address to serve instead of the project.',
    },
    options: pick('content', 'port', 'address', 'cors', 'api', 'header', 'count', 'encoding'),
    example: ['dev data.csv', 'Serve the API of a file, without a project.'],
    run: async (argv) => (await import('./dev.ts')).devCommand(argv),
  },
  build: {
    describe: 'Check the content and write the site to publish.',
    options: pick('content', 'out', 'base-url', 'host', 'allow-removal', 'api', 'json'),
    example: [
      'build --host github-pages --base-url https://me.github.io/cities',
      'Build a site that GitHub Pages publishes at this address.',
    ],
    run: async (argv) => (await import('./build.ts')).buildCommand(argv),
  },
  preview: {
    describe: 'Serve a built site, read-only.',
    positional: SITE,
    options: pick('port', 'address', 'plain'),
    example: ['preview --plain', 'Serve the folder dist as a plain host does.'],
    run: async (argv) => (await import('./preview.ts')).previewCommand(argv),
  },
  verify: {
    describe: 'Check every file of a built site.',
    positional: SITE,
    options: pick('json'),
    example: ['verify dist', 'Check that the folder dist is as the build wrote it.'],
    run: async (argv) => (await import('./site.ts')).verifyCommand(argv),
  },
  snapshot: {
    describe: 'Pack the downloads of a site into one archive.',
    positional: SITE,
    options: { out: SNAPSHOT_OUT, ...pick('site') },
    example: ['snapshot --site', 'Pack the whole folder dist, which includes the downloads.'],
    run: async (argv) => (await import('./site.ts')).snapshotCommand(argv),
  },
  validate: {
    describe: 'Check the content without writing anything.',
    options: pick('content', 'api', 'json'),
    example: ['validate --json', 'Print the problems in the content for a program.'],
    run: async (argv) => (await import('./build.ts')).validateCommand(argv),
  },
  pull: {
    describe: 'Fetch the content again from its source.',
    options: pick('content', 'header', 'count', 'dry-run', 'allow-removal', 'api', 'json'),
    example: ['pull --header "Authorization: Token 1234"', 'Fetch the records with a token.'],
    run: async (argv) => (await import('./pull.ts')).pullCommand(argv),
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

#!/usr/bin/env node
import yargs, { type Argv } from 'yargs';
import { UsageError } from '../util/problem.ts';
import { VERSION } from '../util/version.ts';
import { flagWithValue, mended, noValue, repeatedOption } from './misuse.ts';
import {
  type CommandName,
  commandNames,
  commandOf,
  type OptionName,
  optionOf,
  usageOf,
} from './options.ts';
import { report } from './report.ts';

type Arguments = Record<string, string | undefined>;

/** Commands are loaded when they run, so that `--help` has nothing to wait for. */
const RUN: Record<CommandName, (argv: Arguments) => Promise<void>> = {
  dev: async (argv) => (await import('./dev.ts')).devCommand(argv as never),
  build: async (argv) => (await import('./build.ts')).buildCommand(argv as never),
  preview: async ({ dist = 'dist', ...argv }) =>
    (await import('./preview.ts')).previewCommand(dist, argv as never),
  verify: async ({ dist = 'dist' }) => (await import('./verify.ts')).verifyCommand(dist),
  snapshot: async ({ dist = 'dist', ...argv }) =>
    (await import('./snapshot.ts')).snapshotCommand(dist, argv as never),
  explain: async (argv) => (await import('./explain.ts')).explainCommand(argv as never),
  validate: async (argv) => (await import('./validate.ts')).validateCommand(argv as never),
  schemas: async (argv) => (await import('./schemas.ts')).schemasCommand(argv as never),
};

function parser(args: readonly string[]): Argv {
  const cli = yargs(args)
    .scriptName('staticrest')
    .usage('$0 <command> [options]\n\nA REST API made of files.')
    .locale('en')
    .parserConfiguration({ 'duplicate-arguments-array': false, 'boolean-negation': false })
    .version(VERSION)
    .help()
    .alias({ h: 'help', v: 'version' })
    .demandCommand(1, `Name a command: ${commandNames.join(', ')}. See --help.`)
    .strict()
    // What stands after a bare -- would else be left out in silence, and so would a flag's value.
    .check(({ _: [, extra] }) => {
      const flag = flagWithValue(args);
      if (flag !== undefined) throw new UsageError(`--${flag} takes no value.`);
      const twice = repeatedOption(args);
      if (twice !== undefined) throw new UsageError(`--${twice} is given more than once.`);
      if (args.includes('-')) throw new UsageError(NO_STREAM);
      if (extra === undefined) return true;
      throw new UsageError(mended(`Unknown argument: ${extra}`, []));
    })
    .fail((message, error) => {
      const isOurs = error && error.name !== 'YError';
      throw isOurs ? error : new UsageError(mended(message ?? error.message, args));
    })
    .example([
      ['$0 dev', 'Build content/ in memory, serve it, and watch it'],
      ['$0 build --base-url https://example.org', 'Make dist/ for that address'],
      ['$0 build --api ./api.mjs --content data', 'Build an API of your own'],
      ['$0 preview dist', 'Serve a built site'],
      ['$0 verify', 'Check dist/, file by file and listing by listing'],
      ['$0 snapshot --site', 'Pack dist/ and its records into one file'],
      ["$0 explain '?limit=37'", 'Show what answers a request on each host'],
    ])
    .wrap(Math.min(100, process.stdout.columns ?? 100));
  for (const name of commandNames) addCommand(cli, name);
  return cli;
}

function addCommand(cli: Argv, name: CommandName): void {
  const { describe, positional, options } = commandOf(name);
  cli.command(
    usageOf(name),
    describe,
    (command) => {
      if (positional) {
        const { name: argument, ...rest } = positional;
        const demandOption = positional.default === undefined;
        command.positional(argument, { type: 'string', ...rest, demandOption });
      }
      for (const option of options) {
        const known = optionOf(name, option);
        const coerce = (value?: string) => given(option, value);
        const isText = known.type === 'string';
        command.option(option, { ...known, ...(isText && { requiresArg: true, coerce }) });
      }
      return command;
    },
    (argv) => RUN[name](argv as never),
  );
}

/** A lone hyphen is a stream elsewhere; here it would be passed over in silence. */
const NO_STREAM = 'Files are read and written by their names here; - is none.';

/** The value of an option. An empty one is a slip, such as a variable that is not set. */
function given(option: OptionName, value: string | undefined): string | undefined {
  if (value === '') throw new UsageError(noValue(option));
  return value;
}

// Who reads our output may have seen enough, as `head` does; there is nobody left to tell.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? process.exitCode : 1);
});

try {
  await parser(process.argv.slice(2)).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

#!/usr/bin/env node
import yargs, { type Argv } from 'yargs';
import { ContentError, formatProblem, UsageError } from '../problem.ts';
import { nearest } from '../suggestion.ts';
import { VERSION } from '../version.ts';
import { COMMANDS, type CommandName, OPTIONS, type OptionName } from './options.ts';
import { counted } from './terminal.ts';
import { toldOf } from './told.ts';

/** Exit codes: the content or the machine is at fault; the call is; Ctrl-C. */
const [FAILED, MISUSED, INTERRUPTED] = [1, 2, 130];

type Arguments = Record<string, string | undefined>;

/** Commands are loaded when they run, so that `--help` has nothing to wait for. */
const RUN: Record<CommandName, (argv: Arguments) => Promise<void>> = {
  start: async (argv) => (await import('./start.ts')).startCommand(argv as never),
  build: async (argv) => (await import('./build.ts')).buildCommand(argv as never),
  preview: async ({ dist = 'dist', ...argv }) =>
    (await import('./preview.ts')).previewCommand(dist, argv as never),
  validate: async (argv) => (await import('./validate.ts')).validateCommand(argv as never),
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
    // What stands after a bare -- would else be left out in silence.
    .check(({ _: [, extra] }) => {
      if (extra === undefined) return true;
      throw new UsageError(mended(`Unknown argument: ${extra}`, []));
    })
    .fail((message, error) => {
      const isOurs = error && error.name !== 'YError';
      throw isOurs ? error : new UsageError(mended(message ?? error.message, args));
    })
    .example([
      ['$0 start', 'Build content/ and try it on this machine'],
      ['$0 build --base-url https://example.org', 'Make dist/ for that address'],
      ['$0 build --api ./api.mjs --content data', 'Build an API of your own'],
      ['$0 preview dist --port 9000', 'Serve a built site'],
    ])
    .wrap(Math.min(100, process.stdout.columns ?? 100));
  for (const name of commandNames) addCommand(cli, name);
  return cli;
}

function addCommand(cli: Argv, name: CommandName): void {
  const { describe, options } = COMMANDS[name];
  cli.command(
    name === 'preview' ? 'preview [dist]' : name,
    describe,
    (command) => {
      if (name === 'preview') {
        command.positional('dist', {
          type: 'string',
          describe: 'The folder of the site.',
          default: OPTIONS.out.default,
        });
      }
      for (const option of options) {
        const coerce = (value?: string) => given(option, value);
        command.option(option, { ...OPTIONS[option], requiresArg: true, coerce });
      }
      return command;
    },
    (argv) => RUN[name](argv as never),
  );
}

/** The value of an option. An empty one is a slip, such as a variable that is not set. */
function given(option: OptionName, value: string | undefined): string | undefined {
  if (value === '') throw new UsageError(noValue(option));
  return value;
}

const noValue = (option: string): string => `--${option} needs a value.`;

/** What yargs says of a wrong call, with the word that was probably meant. */
function mended(message: string, args: readonly string[]): string {
  const [, bare] = /^Not enough arguments following: (.+)/.exec(message) ?? [];
  if (bare !== undefined) return noValue(bare);
  const [, wrong] = /^Unknown (?:arguments?|commands?): ([^,\s]+)/.exec(message) ?? [];
  if (wrong === undefined) return message;
  const isOption = args.some((arg) => /^--?([^=]*)/.exec(arg)?.[1] === wrong);
  if (!isOption) {
    const meant = nearest(wrong, Object.keys(COMMANDS));
    return `There is no command or argument ${wrong}${meant ? `; did you mean ${meant}?` : '; see --help.'}`;
  }
  const command = commandNames.find((name) => name === args[0]);
  const own = nearest(wrong, command ? COMMANDS[command].options : Object.keys(OPTIONS));
  const foreign = nearest(wrong, Object.keys(OPTIONS)) as OptionName | null;
  if (own && foreign !== wrong) return `There is no option --${wrong}; did you mean --${own}?`;
  const owners = commandNames.filter((name) => optionsOf(name).includes(foreign as OptionName));
  const hint = foreign ? `--${foreign} is one of ${owners.join(' and ')}.` : 'see --help.';
  return `There is no option --${wrong}${command ? ` of ${command}` : ''}; ${hint}`;
}

const commandNames = Object.keys(COMMANDS) as CommandName[];
const optionsOf = (name: CommandName): readonly OptionName[] => COMMANDS[name].options;

/** Tells what went wrong, in words for the person who called; returns the exit code. */
function report(error: unknown): number {
  if (error instanceof ContentError) {
    for (const problem of error.problems) console.error(`${formatProblem(problem)}\n`);
    const files = new Set(error.problems.map(({ place }) => place.file)).size;
    const found = `${counted(error.problems.length, 'problem')} in ${counted(files, 'file')}`;
    console.error(`${found}; nothing was written.`);
    return FAILED;
  }
  if (error instanceof UsageError) {
    console.error(error.message);
    return MISUSED;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    console.error('Stopped; nothing was changed.');
    return INTERRUPTED;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code ? `The system refused: ${message}` : `Unforeseen: ${toldOf(error)}`);
  return FAILED;
}

// Who reads our output may have seen enough, as `head` does; there is nobody left to tell.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? 0 : FAILED);
});

try {
  await parser(process.argv.slice(2)).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

import yargs, { type Argv, type Options } from 'yargs';
import { Parser } from 'yargs/helpers';
import { VERSION } from '../util/package.ts';
import { UsageError } from '../util/problem.ts';
import { nearest } from '../util/suggestion.ts';
import { COMMANDS, type Command, type CommandName, commandNames, usageOf } from './commands.ts';
import type { Arguments } from './options.ts';
import { report, reserveStdout } from './report.ts';

/**
 * Runs a command line, and prints its results and errors.
 * @param args what follows `staticrest`
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await parser(args).parseAsync();
    // A command that ends without an error can still have found faults.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportFailure(error, args);
  }
}

/**
 * Prints what went wrong outside of a command's own code.
 * @returns the exit code
 */
export const reportFailure = (error: unknown, args: readonly string[]): number =>
  report(error, args.includes('--json'));

function parser(args: readonly string[]): Argv {
  // yargs ignores what follows `--`.
  const cli = yargs(args.filter((one) => one !== '--'))
    .scriptName('staticrest')
    .exitProcess(false)
    .usage('$0 <command> [options]\n\nBuilds static REST APIs from content files.')
    .locale('en')
    .parserConfiguration({ 'boolean-negation': false, 'camel-case-expansion': false })
    .version(`staticrest ${VERSION} (Node ${process.versions.node})`)
    .help()
    .alias({ h: 'help', v: 'version' })
    .demandCommand(1, `A command is missing. Choose: ${commandNames.join(', ')}.`)
    .recommendCommands()
    .strict()
    .fail((message, error) => {
      if (error && error.name !== 'YError') throw error;
      const text = message ?? error.message;
      throw new UsageError(`${text}${/[.?]$/.test(text) ? '' : '.'} ${hintFor(text, args)}`);
    })
    .example([
      ['$0 dev data.csv', 'Serve the API of a file, without a project'],
      ['$0 init --from data.csv', 'Create a project from your data'],
      ['$0 dev', 'Serve content/ and rebuild it after every change'],
      ['$0 build --base-url https://example.org', 'Build dist/ for this address'],
      ['$0 preview --plain', 'Serve dist/ as a plain host does'],
      ['$0 verify', 'Check every file of dist/'],
      ['$0 snapshot --site', 'Pack dist/ and its records into one archive'],
    ])
    .wrap(Math.min(100, process.stdout.columns ?? 100));
  for (const name of commandNames) addCommand(cli, name);
  return cli;
}

function addCommand(cli: Argv, name: CommandName): void {
  const { describe, positional, options, run }: Command = COMMANDS[name];
  cli.command(
    usageOf(name),
    describe,
    (command) => {
      if (positional) command.positional(positional.name, positional);
      for (const [option, settings] of Object.entries(options)) {
        const requiresArg = settings.type === 'string';
        const coerce = (value: unknown) => checked(option, settings, value);
        command.option(option, { ...settings, requiresArg, coerce });
      }
      return command;
    },
    async (argv) => {
      const values = inCamelCase(argv);
      if (values.json) reserveStdout();
      // Errors name the files of src/ instead of those of lib/. The maps take a while to load, so --help has none.
      process.setSourceMapsEnabled(true);
      // V8 of Node 20 optimizes functions so early that compiling them takes a fifth of the time of a command. Later
      // versions don't, and have no such flag.
      if (process.versions.node.startsWith('20.'))
        (await import('node:v8')).setFlagsFromString('--interrupt-budget=1000000');
      try {
        await run(values);
      } catch (error) {
        process.exitCode = report(error, values.json);
      }
    },
  );
}

/** The names of options as those of properties: `base-url` is `baseUrl`. */
const inCamelCase = (argv: object) =>
  Object.fromEntries(
    Object.entries(argv).map(([name, value]) => [Parser.camelCase(name), value]),
  ) as Arguments;

/** @throws UsageError if an option is given twice, or is empty, as from an unset variable */
function checked(option: string, { array, coerce }: Options, value: unknown): unknown {
  if (Array.isArray(value) && !array) throw new UsageError(`--${option} is given more than once.`);
  if (value === '') throw new UsageError(`--${option} needs a value.`);
  return coerce && value !== undefined ? coerce(value) : value;
}

/** What to do about a wrong call: use the option that was probably meant, or read the help. */
function hintFor(message: string, [name = '']: readonly string[]): string {
  if (!Object.hasOwn(COMMANDS, name)) return 'See staticrest --help.';
  const [, unknown = ''] = /^Unknown argument: (\S+)$/.exec(message) ?? [];
  const options = Object.keys(COMMANDS[name as CommandName].options);
  // Other programs call the address that they listen on a host.
  const isAddress = unknown === 'host' && options.includes('address');
  const meant = isAddress ? 'address' : nearest(unknown, options);
  return meant ? `Did you mean --${meant}?` : `See staticrest ${name} --help.`;
}

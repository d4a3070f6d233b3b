import yargs, { type Argv, type Options, type PositionalOptions } from 'yargs';
import { Parser } from 'yargs/helpers';
import { STANDARD_INPUT } from '../import/encoding.ts';
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
    const { _: commands, help, version } = await parser(args).parseAsync();
    // Not by `demandCommand` of yargs, which hides an unknown option.
    if (commands.length === 0 && !help && !version) throw new UsageError(NO_COMMAND);
    // A command that ends without an error can still have found faults.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error, args.includes('--json'));
  }
}

/** A method that `@types/yargs` lacks. */
type ConfigurableUsage = Argv & { usageConfiguration(settings: { 'hide-types': true }): Argv };

function parser(args: readonly string[]): Argv {
  // yargs ignores what follows `--`, and makes an empty text of `-`.
  const named = args.filter((one) => one !== '--').map((one) => one.replace(/^-$/, STANDARD_INPUT));
  const cli = (yargs(named) as ConfigurableUsage)
    .usageConfiguration({ 'hide-types': true })
    .scriptName('staticrest')
    .exitProcess(false)
    .usage(
      '$0 <command> [options]\n\nBuilds a read-only REST API of static files from YAML, JSON, CSV or Markdown.',
    )
    .locale('en')
    .parserConfiguration({ 'boolean-negation': false, 'camel-case-expansion': false })
    .version(`staticrest ${VERSION} (Node ${process.versions.node})`)
    .help()
    .alias({ h: 'help', v: 'version' })
    .recommendCommands()
    .strict()
    .fail((message, error) => {
      if (error && error.name !== 'YError') throw error;
      const text = message ?? error.message;
      throw new UsageError(`${text}${/[.?]$/.test(text) ? '' : '.'} ${hintFor(text, args)}`);
    })
    .example(exampleOf(COMMANDS.dev), '')
    .epilog('$0 <command> --help explains a command and its options.');
  for (const name of commandNames) addCommand(cli, name);
  return cli;
}

const NO_COMMAND = `A command is missing. Choose: ${commandNames.join(', ')}. See staticrest --help.`;

function addCommand(cli: Argv, name: CommandName): void {
  const { describe, positional, options, run }: Command = COMMANDS[name];
  cli.command(
    usageOf(name),
    describe,
    (command) => {
      command.example(exampleOf(COMMANDS[name]), '');
      if (positional) command.positional(positional.name, withDefault(positional));
      for (const [option, settings] of Object.entries(options)) {
        const requiresArg = settings.type === 'string';
        const coerce = (value: unknown) => checked(option, settings, value);
        command.option(option, { ...withDefault(settings), requiresArg, coerce });
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

/** The example of a command. yargs would break a long call if its description were next to it. */
const exampleOf = ({ example: [call, description] }: Command) => `# ${description}\n$0 ${call}`;

/** Appends the default of an option or argument to its description. */
function withDefault<T extends Options | PositionalOptions>(settings: T): T {
  const { describe, default: value } = settings;
  const initial = 'defaultDescription' in settings ? settings.defaultDescription : value;
  return initial ? { ...settings, describe: `${describe} [default: ${initial}]` } : settings;
}

/** The names of options as those of properties: `base-url` is `baseUrl`. */
const inCamelCase = (argv: object) =>
  Object.fromEntries(
    Object.entries(argv).map(([name, value]) => [Parser.camelCase(name), value]),
  ) as Arguments;

/** @throws UsageError if an option is given twice, is empty, as from an unset variable, or has a value and takes none */
function checked(option: string, { array, coerce }: Options, value: unknown): unknown {
  if (Array.isArray(value) && !array) throw new UsageError(`--${option} is given more than once.`);
  // yargs takes all values but `true` for `false`.
  if (value === false) throw new UsageError(`--${option} takes no value.`);
  if (value === '') throw new UsageError(`--${option} needs a value.`);
  return coerce && value !== undefined ? coerce(value) : value;
}

/** What to do about a wrong call: use the option that was probably meant, or read the help. */
function hintFor(message: string, [first = '']: readonly string[]): string {
  const [, unknown = ''] = /^Unknown argument: (\S+)$/.exec(message) ?? [];
  const command = commandNames.find((name) => name === first);
  const options = command ? Object.keys(COMMANDS[command].options) : [];
  // Other programs call the address that they listen on a host.
  const isAddress = unknown === 'host' && options.includes('address');
  const meant = isAddress ? 'address' : nearest(unknown, ['help', 'version', ...options]);
  if (meant) return `Did you mean --${meant}?`;
  return `See staticrest ${command ? `${command} ` : ''}--help.`;
}

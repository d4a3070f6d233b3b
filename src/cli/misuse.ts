import { nearest } from '../util/suggestion.ts';
import {
  type CommandName,
  commandNames,
  OPTIONS,
  type OptionName,
  optionOf,
  optionsOf,
} from './options.ts';

/** A flag that was given a value other than `true` or `false`; undefined where none was. */
export function flagWithValue(args: readonly string[]): string | undefined {
  const command = commandIn(args);
  if (!command) return undefined;
  return optionsOf(command)
    .filter((name) => optionOf(command, name).type === 'boolean')
    .find((name) => args.some((arg) => new RegExp(`^--${name}=(?!(?:true|false)$)`).test(arg)));
}

const commandIn = (args: readonly string[]): CommandName | undefined =>
  commandNames.find((name) => name === args[0]);

/** An option that was given more than once; undefined where none was. */
export const repeatedOption = (args: readonly string[]): string | undefined =>
  Object.keys(OPTIONS).find(
    (name) => args.filter((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)).length > 1,
  );

/** What to say of an option without its value. */
export const noValue = (option: string): string => `--${option} needs a value.`;

/** What yargs says of a wrong call, with the word that was probably meant. */
export function mended(message: string, args: readonly string[]): string {
  const [, bare] = /^Not enough arguments following: (.+)/.exec(message) ?? [];
  if (bare !== undefined) return noValue(bare);
  if (message.startsWith('Not enough non-option arguments')) {
    return "Name a request to explain: an address, a path or a query, such as '?limit=37'.";
  }
  const [, option, given, known] =
    /^Invalid values:\s+Argument: (\S+), Given: "([^"]*)", Choices: (.*)/s.exec(message) ?? [];
  if (option !== undefined && given !== undefined) {
    const names = [...(known ?? '').matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
    const meant = nearest(given, names);
    const hint = meant ? `did you mean ${meant}?` : `there are ${names.join(', ')}.`;
    return `--${option}: there is no ${given}; ${hint}`;
  }
  const [, wrong] = /^Unknown (?:arguments?|commands?): ([^,\s]+)/.exec(message) ?? [];
  if (wrong === undefined) return message;
  const isOption = args.some((arg) => /^--?([^=]*)/.exec(arg)?.[1] === wrong);
  if (!isOption) {
    const meant = nearest(wrong, commandNames);
    return `There is no command or argument ${wrong}${meant ? `; did you mean ${meant}?` : '; see --help.'}`;
  }
  return noSuchOption(wrong, commandIn(args));
}

function noSuchOption(wrong: string, command: CommandName | undefined): string {
  const own = nearest(wrong, command ? optionsOf(command) : Object.keys(OPTIONS));
  const foreign = nearest(wrong, Object.keys(OPTIONS)) as OptionName | null;
  if (own && foreign !== wrong) return `There is no option --${wrong}; did you mean --${own}?`;
  const owners = commandNames.filter((name) => optionsOf(name).includes(foreign as OptionName));
  const hint = foreign ? `--${foreign} is one of ${owners.join(' and ')}.` : 'see --help.';
  return `There is no option --${wrong}${command ? ` of ${command}` : ''}; ${hint}`;
}

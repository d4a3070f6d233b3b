import ts from 'typescript';
import { COMMANDS, type Command, type CommandName, usageOf } from '../../src/cli/commands.ts';
import {
  HOST_NAMES,
  type Host,
  type Limits,
  QUANTITIES,
  quantities,
} from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';

/*
 * The parts of the documents that `npm run docs` generates: from the options of the command line, from the
 * hosts, and from the docstrings of the types of a definition.
 */

/** A table in Markdown. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text: unknown): string => `\`${text}\``;

const commands = Object.entries<Command>(COMMANDS);

function commandsTable(): string {
  const rows = commands.map(([name, { describe }]) => [
    code(usageOf(name as CommandName)),
    describe,
  ]);
  return table(['command', 'what it does'], rows);
}

/** A row for each option; commands that share its text share the row. */
function optionsTable(): string {
  const names = new Map(
    commands.flatMap(([, { options }]) =>
      Object.entries(options).map(([name, option]) => [option, name] as const),
    ),
  );
  const rows = [...names].map(([option, name]) => {
    const takers = commands.filter(([, { options }]) => options[name] === option);
    const of = takers.map(([command]) => code(command)).join(', ');
    const fallback = option.default ?? (option.type === 'boolean' ? false : undefined);
    const value = fallback === undefined ? 'none' : code(fallback);
    const initial = option.defaultDescription ?? value;
    return [code(`--${name}`), of, option.describe ?? '', initial];
  });
  return table(['option', 'of', 'what it does', 'default'], rows);
}

/** How each kind of host answers, and which query strings it answers. */
const ANSWERS = {
  rules: ['rules select prerendered pages', 'prerendered values; an error for others'],
  code: ['code composes any page', 'yes'],
  plain: ['sends files by path', 'by path; any query with `client.js`'],
} as const satisfies Record<Host['kind'], unknown>;

/** What answers on each host, with links to its section. */
function hostsTable(): string {
  const rows = HOST_NAMES.map((name) => {
    const { title, kind }: Host = HOSTS[name];
    return [`[${name}](docs/hosts.md#${name})`, title, ...ANSWERS[kind]];
  });
  return table(['`--host`', 'host', 'how', 'any query?'], rows);
}

/** The limits of a host; empty: it documents none that a site could reach. */
function limitsText({ notes = [], sources: _, ...amounts }: Limits): string {
  const limits = quantities.flatMap((quantity) => {
    const amount = amounts[quantity];
    return amount === undefined ? [] : [`at most ${QUANTITIES[quantity](amount)}`];
  });
  return [...limits, ...notes].join('; ');
}

const limits = Object.fromEntries(
  HOST_NAMES.flatMap((name) => {
    const text = limitsText(HOSTS[name].limits);
    return text ? [[name, () => `Limits: ${text}.`]] : [];
  }),
);

/** The types of the package. An editor shows their docstrings too. */
const TYPES = 'lib/api/definition.d.ts';

const program = ts.createProgram([TYPES], {
  module: ts.ModuleKind.NodeNext,
  strict: true,
  types: [],
});
const checker = program.getTypeChecker();

/** A type of the definition by its name. */
function findType(name: string): ts.Type {
  const file = program.getSourceFile(TYPES);
  const inScope = file ? checker.getSymbolsInScope(file, ts.SymbolFlags.All) : [];
  const found = inScope.find((symbol) => symbol.name === name);
  if (!found) throw new Error(`${TYPES} has no type ${name}. Run \`npm run compile\`.`);
  const isImport = found.flags & ts.SymbolFlags.Alias;
  const declared = isImport
    ? checker.getAliasedSymbol(found)
    : checker.getExportSymbolOfSymbol(found);
  return checker.getDeclaredTypeOfSymbol(declared);
}

const isRequired = ({ flags }: ts.Symbol): boolean => !(flags & ts.SymbolFlags.Optional);

/**
 * A row for each property of a type: the required ones first, and those of base types before its own.
 * @param path the name of the type, or of a property that has it: `Collection.content`
 * @param mark what follows the name of a required property
 */
function propertiesTable(path: string, mark = ' (required)'): string {
  const [name = '', member] = path.split('.');
  const property = member && findType(name).getProperty(member);
  const type = property ? checker.getTypeOfSymbol(property).getNonNullableType() : findType(name);
  const rank = (one: ts.Symbol) =>
    (isRequired(one) ? 0 : 2) + (type.symbol?.members?.has(one.escapedName) ? 1 : 0);
  const properties = type.getProperties().toSorted((a, b) => rank(a) - rank(b));
  const rows = properties.map((one) => {
    const example = one.getJsDocTags(checker).find((tag) => tag.name === 'example')?.text;
    const texts = [one.getDocumentationComment(checker), example].map(ts.displayPartsToString);
    const [text = '', line] = texts.map((part) => part.replace(/\n/g, ' ').replace(/\|/g, '\\|'));
    if (!text || !line) throw new Error(`${path}.${one.name} has no docstring with an example.`);
    return [`${code(one.name)}${isRequired(one) ? mark : ''}`, text, code(line)];
  });
  return table(['property', 'what it is', 'example'], rows);
}

/** The generated parts of each document, by the names in its comments `<!-- name -->`. */
export const GENERATED: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { hosts: hostsTable },
  'docs/commands.md': { commands: commandsTable, options: optionsTable },
  'docs/define.md': {
    api: () => propertiesTable('ApiInput'),
    collection: () => propertiesTable('Collection'),
    content: () => propertiesTable('Collection.content'),
    prerender: () => propertiesTable('Collection.prerender'),
    pagination: () => propertiesTable('Pagination'),
    ordering: () => propertiesTable('Ordering'),
    filter: () => propertiesTable('FilterDefinition'),
    features: () => propertiesTable('Features'),
    create: () => propertiesTable('Creation'),
    context: () => propertiesTable('Context', ''),
    source: () => propertiesTable('Source'),
    data: () => propertiesTable('DataSource'),
  },
  'docs/hosts.md': limits,
};

/**
 * Replaces the part of a text between `<!-- name -->` and `<!-- /name -->`.
 * @throws if it has no such part
 */
export function withPart(text: string, name: string, part: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\n)[^]*(<!-- /${name} -->)`);
  if (!pattern.test(text)) throw new Error(`There is no part called ${name}.`);
  return text.replace(pattern, (_, before, after) => `${before}${part}\n${after}`);
}

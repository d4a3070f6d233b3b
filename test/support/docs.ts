import { COMMANDS, type Command, type CommandName, usageOf } from '../../src/cli/commands.ts';
import {
  HOST_NAMES,
  type Host,
  type HostName,
  type Limits,
  QUANTITIES,
  quantities,
} from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { CASES, type Case, GROUPS } from '../contract/cases.ts';
import { DIFFERENCES, STATUSES } from '../contract/differences.ts';
import { WHY } from '../contract/examples.ts';

/*
 * The parts of the documents that `npm run docs` generates: from the options of the command line, and from
 * the tables that each host's engine is tested with.
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
    const initial = option.defaultDescription ?? code(option.default);
    return [code(`--${name}`), of, option.describe ?? '', initial];
  });
  return table(['option', 'of', 'what it is', 'default'], rows);
}

/** What answers a request, and what answers one for a page that is not prerendered. */
const ANSWERS = {
  rules: ['rules', 'an error', 'yes, by query string'],
  code: ['code', 'composed', 'yes, by query string'],
  files: ['files', 'composed by `client.js`', 'yes, by path'],
} as const satisfies Record<Host['kind'], unknown>;

/** What answers on each host, with links to its section. */
function answersTable(document: string): string {
  const rows = HOST_NAMES.map((name) => {
    const host: Host = HOSTS[name];
    return [`[${name}](${document}#${name})`, host.title, ...ANSWERS[host.kind]];
  });
  const head = [
    '`--host`',
    'host',
    'answered by',
    'a page that is not prerendered',
    'curl and programs',
  ];
  return table(head, rows);
}

/** Which parts of the contract hold on each host. */
function supportTable(): string {
  // Hosts of files have other addresses.
  const names = HOST_NAMES.filter((name) => HOSTS[name].kind !== 'files');
  const rows = GROUPS.map((group) => [group, ...names.map((name) => support(name, group))]);
  return table(['', ...names.map((name) => `[${name}](#${name})`)], rows);
}

function support(name: HostName, group: string): string {
  const { kind, unsupportedHeaders = [] }: Host = HOSTS[name];
  if (group === 'headers' && unsupportedHeaders.length > 0) {
    return `all but ${unsupportedHeaders.map(code).join(', ')}`;
  }
  const cases = CASES.filter((one) => one.group === group);
  if (kind === 'rules' && cases.every(({ expected }) => 'page' in expected)) return 'an error';
  const right = cases.filter(({ method, target }) => !DIFFERENCES[name][`${method} ${target}`]);
  const note = right.some((one) => hasOtherStatus(name, one)) ? ', 400 as 404' : '';
  if (right.length === cases.length) return `yes${note}`;
  return right.length === 0 ? 'no' : `${right.length} of ${cases.length}${note}`;
}

const hasOtherStatus = (name: HostName, { expected }: Case): boolean =>
  'status' in expected && STATUSES[name]?.[expected.status] !== undefined;

/** A section for each host: where it differs from the contract, and its limits. */
const hostSections = (): string =>
  HOST_NAMES.map((name) => {
    const host: Host = HOSTS[name];
    return [
      `## ${name}`,
      `${host.title}: ${host.kind}.`,
      deviationsTable(name),
      limitsText(host.limits),
    ].join('\n\n');
  }).join('\n\n');

/** Where a host's answers differ from the contract. */
const deviationsTable = (name: HostName): string =>
  table(
    ['a request with', 'gets', 'why'],
    Object.entries(HOSTS[name].deviations).map(([id, texts]) => [...texts, `${WHY[id]}`]),
  );

/** A host's limits as a list, with their sources. */
function limitsText({ notes = [], sources, ...amounts }: Limits): string {
  const limits = quantities.flatMap((quantity) => {
    const amount = amounts[quantity];
    return amount === undefined ? [] : [`- at most ${QUANTITIES[quantity](amount)}`];
  });
  const lines = [...limits, ...notes.map((note) => `- ${note}`)];
  if (lines.length === 0) return 'No limit that a site could reach is documented.';
  return [...lines, '', `Source: ${sources.join(', ')}`].join('\n');
}

/** The generated parts of each document, by the names in its comments `<!-- name -->`. */
export const GENERATED: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { hosts: () => answersTable('docs/hosts.md') },
  'docs/commands.md': { commands: commandsTable, options: optionsTable },
  'docs/hosts.md': { answers: () => answersTable(''), support: supportTable, hosts: hostSections },
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

import type { Host } from '../../src/hosts/host.ts';
import { deviationsText, HOSTS } from '../../src/hosts/hosts.ts';
import { limitsText } from '../../src/hosts/limits.ts';
import { HOST_NAMES, type HostName } from '../../src/hosts/names.ts';
import { CASES, type Case, GROUPS, type Group } from '../contract/cases.ts';
import { DIFFERENCES, STATUSES } from '../contract/differences.ts';

/*
 * The parts of the documentation about hosts. They are generated from the tables against which the
 * contract tests hold each host's engine.
 */

/** Which parts of the contract hold on each host, as a table in Markdown. */
export function supportTable(): string {
  const rows = GROUPS.map((group) => [group, ...HOST_NAMES.map((name) => support(name, group))]);
  const head = ['', ...HOST_NAMES.map((name) => `[${name}](HOSTS.md#${name})`)];
  const table = [head, head.map(() => '---'), ...rows];
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function support(name: HostName, group: Group): string {
  const { kind, unsupportedHeaders = [] }: Host = HOSTS[name];
  if (group === 'composed pages' && kind === 'rules') return 'an error';
  if (group === 'headers' && unsupportedHeaders.length > 0) {
    return `all but \`${unsupportedHeaders.join('`, `')}\``;
  }
  const cases = CASES.filter((one) => one.group === group);
  const right = cases.filter(({ method, target }) => !DIFFERENCES[name][`${method} ${target}`]);
  const note = right.some((one) => hasOtherStatus(name, one)) ? ', 400 as 404' : '';
  if (right.length === cases.length) return `yes${note}`;
  return right.length === 0 ? 'no' : `${right.length} of ${cases.length}${note}`;
}

const hasOtherStatus = (name: HostName, { expected }: Case): boolean =>
  'status' in expected && STATUSES[name]?.[expected.status] !== undefined;

/** A section for each host: where it differs from the contract, and its limits. */
export const hostSections = (): string =>
  HOST_NAMES.map((name) => {
    const host: Host = HOSTS[name];
    const how =
      host.kind === 'rules'
        ? 'Follows rules that the build generates.'
        : 'Runs our code, which also composes pages that are not pre-rendered.';
    return [
      `## ${name}`,
      `${host.title}. ${how}`,
      deviationsText(host),
      limitsText(host.limits),
    ].join('\n\n');
  }).join('\n\n');

/**
 * Replaces the part of a text between `<!-- name -->` and `<!-- /name -->`.
 * @throws if it has no such part
 */
export function withPart(text: string, name: string, part: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\n)[^]*(<!-- /${name} -->)`);
  if (!pattern.test(text)) throw new Error(`There is no part called ${name}.`);
  return text.replace(pattern, (_, before, after) => `${before}${part}\n${after}`);
}

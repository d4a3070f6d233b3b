import { GROUPS, type Group } from './deviation.ts';
import type { Host } from './host.ts';
import { HOSTS } from './hosts.ts';
import { HOST_NAMES, type HostName } from './names.ts';
import { deviationsText, limitsText } from './words.ts';

/*
 * What our own documentation says of the hosts. The contract test holds it against their engines.
 */

/** The file that tells of every host, from the root of this project. */
export const HOSTS_FILE = 'HOSTS.md';

/** Which parts of the contract hold on each host: a table in Markdown. */
export function supportTable(): string {
  const head = ['contract', ...HOST_NAMES.map((name) => `${link(name)}`)];
  const rows = GROUPS.map((group) => [group, ...HOST_NAMES.map((name) => support(name, group))]);
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const link = (name: HostName): string => `[${name}](${HOSTS_FILE}#${name})`;

function support(name: HostName, group: Group): string {
  const { kind, deviations }: Host = HOSTS[name];
  if (group === 'composed pages' && kind === 'rules') return 'an error';
  const others = deviations.filter(({ groups }) => groups.includes(group)).length;
  return others === 0 ? 'yes' : `yes, but for ${others}`;
}

/** A section for each host: where it answers otherwise, and its limits. */
export const hostSections = (): string =>
  HOST_NAMES.map((name) => {
    const host: Host = HOSTS[name];
    const how =
      host.kind === 'rules'
        ? 'Follows rules that we print.'
        : 'Runs our code, which composes the pages that are not pre-rendered.';
    return [`## ${name}`, `${host.title}. ${how}`, deviationsText(host), limitsText(host)].join(
      '\n\n',
    );
  }).join('\n\n');

/**
 * A text whose part between `<!-- name -->` and `<!-- /name -->` is replaced.
 * @throws where it has no such part
 */
export function withPart(text: string, name: string, part: string): string {
  const [before, , after] = text.split(
    new RegExp(`(?<=<!-- ${name} -->\n)([^]*)(?=<!-- /${name} -->)`),
  );
  if (after === undefined) throw new Error(`There is no part called ${name}.`);
  return `${before}${part}\n${after}`;
}

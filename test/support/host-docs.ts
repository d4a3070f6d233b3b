import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Grid } from '../../src/core/grid.ts';
import { partsOf } from '../../src/core/resolve.ts';
import type { Host } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { limitsText } from '../../src/hosts/limits.ts';
import { HOST_NAMES, type HostName } from '../../src/hosts/names.ts';
import { type Prediction, predict } from '../../src/hosts/prediction.ts';
import { deviationsText } from '../../src/hosts/readme.ts';
import { CASES, type Case, GROUPS, type Group } from '../contract/cases.ts';
import { shippedManifest, shippedSite } from './shipped-site.ts';

/*
 * What the documentation says of the hosts. It is told from what they are predicted to answer, and
 * the contract tests hold the same predictions against their engines.
 */

/** Which parts of the contract hold on each host, told from the requests of each: in Markdown. */
export async function supportTable(): Promise<string> {
  const { grid } = shippedManifest();
  const rows = GROUPS.map(async (group) => [
    group,
    ...(await Promise.all(HOST_NAMES.map((name) => support(grid, name, group)))),
  ]);
  const head = ['', ...HOST_NAMES.map((name) => `[${name}](HOSTS.md#${name})`)];
  const table = [head, head.map(() => '---'), ...(await Promise.all(rows))];
  return table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

async function support(grid: Grid, name: HostName, group: Group): Promise<string> {
  const host: Host = HOSTS[name];
  if (group === 'composed pages' && host.kind === 'rules') return 'an error';
  const lacking = host.deviations.flatMap(({ lacks = [] }) => lacks);
  if (group === 'headers' && lacking.length > 0) return `all but \`${lacking.join('`, `')}\``;
  const cases = CASES.filter((one) => one.group === group);
  const kinds = await Promise.all(cases.map((one) => comparison(grid, host, one)));
  const right = kinds.filter((kind) => kind !== 'other').length;
  const note = kinds.includes('as 404') ? ', 400 as 404' : '';
  if (right === kinds.length) return `yes${note}`;
  return right === 0 ? 'no' : `${right} of ${kinds.length}${note}`;
}

/** How an answer compares with the contract's. */
async function comparison(grid: Grid, host: Host, { method, target }: Case): Promise<string> {
  const [there, contract] = await Promise.all(
    [host, { ...host, deviations: [] }].map((one) => outcomeOf(grid, one, method, target)),
  );
  if (there === contract) return 'same';
  return there === contract?.replace('"status":400', '"status":404') ? 'as 404' : 'other';
}

async function outcomeOf(grid: Grid, host: Host, method: string, target: string): Promise<string> {
  const exists = async (file: string) => existsSync(path.join(shippedSite(), file));
  const request = { method, ...partsOf(target) };
  const { outcome }: Prediction = await predict(host, grid, request, exists);
  return JSON.stringify(outcome);
}

/** A section for each host: where it answers otherwise, and its limits. */
export const hostSections = (): string =>
  HOST_NAMES.map((name) => {
    const host: Host = HOSTS[name];
    const how =
      host.kind === 'rules'
        ? 'Follows rules that the build prints.'
        : 'Runs our code, which composes the pages that are not pre-rendered.';
    return [
      `## ${name}`,
      `${host.title}. ${how}`,
      deviationsText(host),
      limitsText(host.limits),
    ].join('\n\n');
  }).join('\n\n');

/**
 * A text whose part between `<!-- name -->` and `<!-- /name -->` is replaced.
 * @throws where it has no such part
 */
export function withPart(text: string, name: string, part: string): string {
  const pattern = new RegExp(`(<!-- ${name} -->\n)[^]*(<!-- /${name} -->)`);
  if (!pattern.test(text)) throw new Error(`There is no part called ${name}.`);
  return text.replace(pattern, (_, before, after) => `${before}${part}\n${after}`);
}

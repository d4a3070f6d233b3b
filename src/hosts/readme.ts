import type { Grid } from '../core/grid.ts';
import type { Host } from './host.ts';
import { limitsText } from './limits.ts';
import type { HostName } from './names.ts';

/** The README that stands beside a host's files: how to deploy, and what the host can't do. */
export const readmeOf = (name: HostName, host: Host, grid: Grid): string =>
  [
    `# ${grid.base}/api/ on ${host.title}`,
    host.guide(grid).trim(),
    ...(host.kind === 'rules' ? [RULES] : []),
    '## Where it differs',
    deviationsText(host),
    '## Limits',
    limitsText(host.limits),
    '## Before you deploy',
    `\`staticrest preview --as ${name}\` answers as this host does; \`staticrest explain '?limit=37'\` shows why.`,
    '',
  ].join('\n\n');

const RULES =
  'Rules can only choose among the pages that there are: any other `limit`, `offset` or `ordering` gets ' +
  'an error that lists the supported values.';

/** Where a host answers otherwise than the contract says, as a table in Markdown. */
export function deviationsText({ deviations }: Host): string {
  if (deviations.length === 0) return 'Nowhere: every request gets what the contract says.';
  const rows = deviations.map(({ given, gets, why }) => `| ${given} | ${gets} | ${why} |`);
  return ['| a request with | gets | why |', '|---|---|---|', ...rows].join('\n');
}

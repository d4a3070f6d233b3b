import type { Grid } from '../core/grid.ts';
import type { Host } from './host.ts';
import { limitsText } from './limits.ts';

/** The README beside a host's files: how to deploy, and where the host differs from the contract. */
export const readmeOf = (host: Host, grid: Grid): string =>
  [
    `# ${grid.base}/api/ on ${host.title}`,
    host.guide(grid).trim(),
    '## Differences',
    ...(host.kind === 'rules' ? [ONLY_RENDERED] : []),
    deviationsText(host),
    '## Limits',
    limitsText(host.limits),
    '',
  ].join('\n\n');

const ONLY_RENDERED =
  'Rules can only select pre-rendered pages: any other `limit`, `offset` or `ordering` gets an error ' +
  'that lists the supported values.';

/** Where a host's answers differ from the contract, as a table in Markdown. */
export function deviationsText({ deviations }: Host): string {
  const rows = deviations.map(({ given, gets, why }) => `| ${given} | ${gets} | ${why} |`);
  return ['| a request with | gets | why |', '|---|---|---|', ...rows].join('\n');
}

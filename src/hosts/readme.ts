import type { Grid } from '../grid.ts';
import type { Host } from './host.ts';
import type { HostName } from './names.ts';
import { deviationsText, limitsText } from './words.ts';

/** The README that stands beside a host's files: how to deploy, and what the host can't do. */
export const readmeOf = (name: HostName, host: Host, grid: Grid): string =>
  [
    `# ${grid.base}/api/ on ${host.title}`,
    host.guide(grid).trim(),
    ...(host.kind === 'rules' ? [RULES] : []),
    '## What is otherwise here',
    deviationsText(host),
    '## Limits',
    limitsText(host),
    '## Try it before',
    `\`staticrest preview --as ${name}\` answers as this host does; \`staticrest explain '?limit=37'\` shows why.`,
    '',
  ].join('\n\n');

const RULES =
  'Rules can only choose among the pages that there are: any other `limit`, `offset` or `ordering` gets ' +
  'an error that lists the supported values.';

import type { Grid } from '../grid.ts';
import type { Host } from './host.ts';

/** The README that stands beside a host's files: how to deploy, and what the host can't do. */
export function readmeOf(name: string, host: Host, grid: Grid): string {
  const { title, deviations, limits } = host;
  const cells = deviations.map(({ given, gets, why }) => `| ${given} | ${gets} | ${why} |`);
  return [
    `# ${grid.base}/api/ on ${title}`,
    host.guide(grid).trim(),
    '## What is otherwise there',
    cells.length > 0
      ? ['| a request with | gets | why |', '|---|---|---|', ...cells].join('\n')
      : 'Nothing.',
    '## Limits',
    limitsText(limits),
    `\`staticrest preview --as ${name}\` answers as this host does, and \`staticrest explain\` shows why.`,
    '',
  ].join('\n\n');
}

function limitsText({ sources, ...limits }: Host['limits']): string {
  const lines = Object.entries(limits).map(([name, value]) => `- ${name}: ${value}`);
  return [...lines, ...sources.map((source) => `- ${source}`)].join('\n') || 'None.';
}

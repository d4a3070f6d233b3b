import type { Grid } from '../../core/grid.ts';
import { firstPageHref, PLAIN_FILES } from '../files/plain-files.ts';
import type { Host } from '../host.ts';
import { HOSTS_FOLDER } from '../names.ts';
import { githubWorkflow } from './workflow.ts';

/** https://docs.github.com/en/pages */
export const githubPages: Host = {
  ...PLAIN_FILES,
  title: 'GitHub Pages',
  guide,
  limits: {
    siteBytes: 1e9,
    notes: [
      'a deployment takes at most ten minutes',
      'browsers and caches keep a file for ten minutes, and the host can’t change that',
    ],
    sources: [
      'https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits',
    ],
  },
};

function guide(grid: Grid): string {
  return `
Set *Settings → Pages → Source* to *GitHub Actions*, and commit this as \`.github/workflows/pages.yml\`:

\`\`\`yaml
${githubWorkflow()}\`\`\`

After the first run:

\`\`\`sh
curl '${firstPageHref(grid)}'
\`\`\`

To publish from a folder of a branch instead, build with \`npx staticrest build --host github-pages --base-url ${grid.base}\`, and commit the files
of \`dist\` without \`${HOSTS_FOLDER}\`, among them \`.nojekyll\`. To try the site first, run \`npx staticrest preview --plain\`.
`;
}

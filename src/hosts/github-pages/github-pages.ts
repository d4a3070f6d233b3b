import type { Grid } from '../../core/grid.ts';
import { files, firstPageHref } from '../files/files.ts';
import { HOSTS_FOLDER, type Host } from '../host.ts';

/** https://docs.github.com/en/pages */
export const githubPages: Host = {
  ...files,
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
${GITHUB_WORKFLOW}\`\`\`

After the first run:

\`\`\`sh
curl '${firstPageHref(grid)}'
\`\`\`

To publish from a folder of a branch instead, build with \`npx staticrest build --host github-pages --base-url ${grid.base}\`, and commit the files
of \`dist\` without \`${HOSTS_FOLDER}\`, among them \`.nojekyll\`. To try the site first, run \`npx staticrest preview --plain\`.
`;
}

/**
 * A workflow of GitHub that checks the content, and builds and publishes the site. GitHub tells its address.
 * https://docs.github.com/en/pages/getting-started-with-github-pages/using-custom-workflows-with-github-pages
 */
export const GITHUB_WORKFLOW = `\
on:
  push: { branches: [main] }
permissions: { contents: read, pages: write, id-token: write }
jobs:
  pages:
    runs-on: ubuntu-latest
    environment: { name: github-pages, url: "\${{ steps.deploy.outputs.page_url }}" }
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with: { node-version: 24 }
      - uses: actions/configure-pages@v6
        id: pages
      - run: npm install
      - run: npx staticrest validate
      - run: npx staticrest build --host github-pages --base-url "\${{ steps.pages.outputs.base_url }}"
      - run: rm -r dist/_hosts
      - uses: actions/upload-pages-artifact@v5
        with: { path: dist, include-hidden-files: true }
      - uses: actions/deploy-pages@v5
        id: deploy
`;

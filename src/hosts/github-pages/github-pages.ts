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
Set *Settings → Pages → Source* of the repository to *GitHub Actions*. Commit this as \`.github/workflows/publish.yml\` at the root of the
repository, if \`init\` has not written it, and replace \`main\` by the default branch. For a project in a folder, add \`defaults: { run: { working-directory: <folder> } }\`, and write \`<folder>/dist\` as \`path\`.

\`\`\`yaml
${githubWorkflow()}\`\`\`

After the first run:

\`\`\`sh
curl '${firstPageHref(grid)}'
\`\`\`

To go back, revert the commit and push. Pages of any site can read the API: GitHub Pages sends \`Access-Control-Allow-Origin: *\`.

To publish from a folder of a branch instead, build with \`npx staticrest build --host github-pages --base-url ${grid.base}\`, and commit the files
of \`dist\` without \`${HOSTS_FOLDER}\`, among them \`.nojekyll\`. To try the site first, run \`npx staticrest preview --plain\`.
`;
}

/**
 * A workflow of GitHub that checks the content, and builds and publishes the site. GitHub tells its address.
 * Names are in JSON, which is YAML too. Of two pushes, the first is deployed before the second.
 * https://docs.github.com/en/pages/getting-started-with-github-pages/using-custom-workflows-with-github-pages
 * @param branch the branch that is published
 * @param folder the path of the project in the repository; empty: it is the root
 */
export function githubWorkflow(branch = 'main', folder = ''): string {
  // In a pattern of branches, + and ! are special characters.
  const pattern = JSON.stringify(branch.replace(/[+!]/g, String.raw`\$&`));
  return `\
# Checks the records and publishes the API on GitHub Pages after each push. You can edit this file.
name: Publish the API

on:
  push: { branches: [${pattern}] }
  workflow_dispatch:

permissions: { contents: read, pages: write, id-token: write }
concurrency: { group: pages, cancel-in-progress: false }
${folder && `defaults: { run: { working-directory: ${JSON.stringify(folder)} } }\n`}
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
      # This folder contains instructions for the host, which are not part of the API.
      - run: rm -r dist/_hosts
      - uses: actions/upload-pages-artifact@v5
        with: { path: ${folder ? JSON.stringify(`${folder}/dist`) : 'dist'}, include-hidden-files: true }
      - uses: actions/deploy-pages@v5
        id: deploy
`;
}

/**
 * A workflow of GitHub that checks the content, and builds and publishes the site. GitHub tells
 * its address.
 * https://docs.github.com/en/pages/getting-started-with-github-pages/using-custom-workflows-with-github-pages
 * @param isLive whether the records come from a live API
 */
export const githubWorkflow = (isLive = false): string => `\
on:
  push: { branches: [main] }
${isLive ? SCHEDULE : ''}\
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
${isLive ? PULL : ''}\
      - run: npx staticrest validate
      - run: npx staticrest build --host github-pages --base-url "\${{ steps.pages.outputs.base_url }}"
      - run: rm -r dist/_hosts
      - uses: actions/upload-pages-artifact@v5
        with: { path: dist, include-hidden-files: true }
      - uses: actions/deploy-pages@v5
        id: deploy
`;

const SCHEDULE = `\
  # Each night, with the step \`pull\` below:
  # schedule: [{ cron: '17 3 * * *' }]
`;

const PULL = `\
      # Fetches the records again. A header can come from a secret of the repository:
      # - run: npx staticrest pull --header "Authorization: \${{ secrets.API_AUTHORIZATION }}"
`;

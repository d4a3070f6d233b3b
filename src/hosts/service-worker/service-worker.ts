import { basePath, type Grid } from '../../core/grid.ts';
import { type ApiRequest, isApiPath } from '../../core/resolve.ts';
import { bytes } from '../../site/site-file.ts';
import { bundleOf, script } from '../bundle.ts';
import type { Deviation, Outcome } from '../deviation.ts';
import type { Host } from '../host.ts';
import { notFoundPage, SCRIPT, SCRIPT_FILE, STYLE, STYLE_FILE, WORKER_FILE } from './pages.ts';

/**
 * Any host that sends files and, where there is none, a page of ours: a browser runs the worker, which
 * answers in place of the host.
 * https://www.w3.org/TR/service-workers/
 */
export const serviceWorker: Host = {
  title: 'GitHub Pages, S3 and others, by a Service Worker',
  kind: 'code',
  place: 'site',
  worker: WORKER_FILE,
  files: (grid) =>
    Object.entries(FILES).map(([path, textOf]) => ({ path, body: [bytes(textOf(grid))] })),
  guide,
  deviations: deviations(),
  limits: {
    siteBytes: 1e9,
    sources: [
      'https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits',
    ],
  },
};

/** Each file's text, by its name. */
const FILES: Readonly<Record<string, (grid: Grid) => string>> = {
  [WORKER_FILE]: worker,
  [SCRIPT_FILE]: () => SCRIPT,
  '404.html': notFoundPage,
  [STYLE_FILE]: () => STYLE,
  // GitHub Pages would leave out what Jekyll does not publish.
  '.nojekyll': () => '',
};

function worker(grid: Grid): string {
  return `\
// Made by staticrest: the service worker that answers the addresses of the API in a browser. First the
// table of what is published, then the code that answers from it.
const GRID = ${script(grid)};
${bundleOf('service-worker')}`;
}

/** How a browser changes an address before anyone sees it. https://url.spec.whatwg.org/ */
function normalized(request: ApiRequest): ApiRequest {
  const { path, query } = request;
  // The host plays no part, but without one a path of two slashes would be taken for it.
  const target = `http://host${path}${query && `?${query}`}`;
  if (!path.startsWith('/') || !URL.canParse(target)) return request;
  const url = new URL(target);
  return { ...request, path: url.pathname, query: url.search.slice(1) };
}

/** What the host itself answers: its methods are those of a host of files. */
function hostOutcome({ method, path }: ApiRequest, grid: Grid): Outcome {
  const own = 'what is outside of the API';
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, own };
  const folder = `${basePath(grid)}/`;
  return { status: Object.keys(FILES).some((name) => path === folder + name) ? 200 : 404, own };
}

function deviations(): Deviation[] {
  return [
    {
      given:
        'no browser behind it (`curl`, a search engine), a page of another site, or a first visit',
      gets: 'the page `404.html` with status 404; on a first visit the page then reloads itself and shows the answer',
      why: 'Only a browser runs the worker, once it has it, and only for pages of its own site.',
      examples: [],
    },
    {
      given: '`.` or `..` in its path, a `\\`, a `#`, or another character that no URL has',
      gets: 'the answer to the address that a browser makes of it',
      why: 'A browser resolves an address before it sends a request.',
      examples: ['/api/../api/countries/', '/api/%2E%2E/', '/api/neighborhoods/./'],
      reads: normalized,
    },
    {
      given: 'a path outside of the API',
      gets: 'the file of that name, or the page `404.html`; 405 for other methods than GET and HEAD',
      why: 'The worker leaves the rest of the site to the host.',
      examples: ['/elsewhere/', 'POST /elsewhere/'],
      answers: (outcome, request, grid) =>
        isApiPath(`${basePath(grid)}/`, request.path) ? outcome : hostOutcome(request, grid),
    },
  ];
}

function guide(grid: Grid): string {
  return `\
A browser that opens the site takes \`sw.js\` from it, which answers the API from then on. No rules are needed, only **https**. These files belong in the site's own folder, beside \`data/\`; where the site was not built with \`--host service-worker\`, copy them: \`cp -r dist/_hosts/service-worker/. dist/\`.

**GitHub Pages**, at ${grid.base}/: set *Settings → Pages → Source* to *GitHub Actions* and commit this as \`.github/workflows/pages.yml\`.

\`\`\`yaml
on: { push: { branches: [main] } }
permissions: { contents: read, pages: write, id-token: write }
jobs:
  pages:
    runs-on: ubuntu-latest
    environment: { name: github-pages, url: "\${{ steps.deploy.outputs.page_url }}" }
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with: { node-version: 20 }
      - run: npm ci && npm run build -- --host service-worker --base-url ${grid.base}
      - uses: actions/configure-pages@v6
      - uses: actions/upload-pages-artifact@v5
        with: { path: dist, include-hidden-files: true }
      - id: deploy
        uses: actions/deploy-pages@v5
\`\`\`

**S3**: build as above, then \`aws s3 sync --delete dist s3://BUCKET${basePath(grid)}\` and let everyone read the objects. The website endpoint of a bucket has no https: serve the bucket by CloudFront, with \`${basePath(grid)}/404.html\` as the response page for the errors 403 and 404, and renew its cache after each deployment (\`aws cloudfront create-invalidation --distribution-id ID --paths '/*'\`). At its REST endpoint, \`https://BUCKET.s3.REGION.amazonaws.com\`, S3 answers an unknown address with XML, so there a visit begins at \`${basePath(grid)}/index.html\`.

**Elsewhere**: serve \`dist/\` at ${grid.base}/, and name \`404.html\` as the page for what is not found. A host that keeps \`sw.js\` in a cache of its own must be told to renew it when the site changes.
`;
}

import { DOWNLOADS } from '../../core/address.ts';
import { hrefAt, namedEndpoints } from '../../core/endpoint.ts';
import { basePath, type Grid } from '../../core/grid.ts';
import { FILE_HEADERS, HEADERS } from '../../core/header.ts';
import { ROOT } from '../../core/store.ts';
import { CHECKSUMS, DATA_PACKAGE, README } from '../../describe/downloads/layout.ts';
import { DESCRIBED_FILES, PAGE, pointsFile } from '../../describe/files.ts';
import { DOWNLOAD_FORMATS, mediaTypeOf } from '../../describe/media-type.ts';
import { MANIFEST } from '../../site/manifest.ts';
import { describeParameters } from '../../site/parameter.ts';
import { formatBytes, formatCount } from '../../util/text.ts';
import { OF_RULES } from '../deviations.ts';
import { HOSTS_FOLDER, type Host } from '../host.ts';
import { formatHeaders } from '../rules/printing.ts';
import { apiHref, apiRoot } from '../rules/rules.ts';
import { countRules } from '../site-size.ts';
import { NOT_FOUND_PAGE, redirects } from './redirects.ts';

/**
 * Netlify reads `_redirects` and `_headers` in the root of what it publishes.
 * https://docs.netlify.com/manage/routing/redirects/overview/
 * https://docs.netlify.com/manage/routing/headers/
 */
export const netlify: Host = {
  title: 'Netlify',
  kind: 'rules',
  destination: 'root',
  files: (grid) => ({
    _redirects: redirects(grid),
    _headers: headers(grid),
    [NOT_FOUND_PAGE]: notFoundDocument(grid),
  }),
  guide,
  warnings,
  deviations: {
    ...OF_RULES,
    // The engine skips an empty segment if a rule has a placeholder, and does not decode paths. No rule can tell the
    // path of a file from that of a record, nor an unknown path from that of a file with percent-encoding.
    'other-path': [
      'two slashes or a percent-encoding before a key, or a parameter at the file of a record or at an unknown path',
      'possibly the record, or the error for a path or for a parameter after `.json`',
    ],
    // The engine ignores that slash.
    'no-redirect': ['a path without its trailing slash', 'the answer without a redirect'],
    // A rule whose file does not exist leads to that page, not to the next rule.
    'no-page': [
      'an unknown or invalid key, an `offset` at which no page begins, a `page` that does not exist, or a filter that is not prerendered, by itself or with the other parameters',
      '404 with `404.html`, which lists the supported values',
    ],
    // Netlify treats a rule with status 400 as a redirect.
    'status-400': ['an error that has status 400 on other hosts', '404, with the same body'],
    // Rules cannot match methods.
    // https://github.com/netlify/cli/blob/main/src/utils/static-server.ts has status 405, which
    // https://github.com/netlify/cli/blob/main/src/utils/proxy.ts replaces. The CDN was seen to answer
    // OPTIONS with 404: https://github.com/silverbulletmd/silverbullet/issues/231
    method: [
      'a method other than GET and HEAD, including OPTIONS',
      'from Netlify’s local server, the text `Method Not Allowed`, with the status of the rule, such as 200, or 405 at the path of a file; Netlify does not document the answer of its CDN',
    ],
    // Netlify ignores a rule for it: https://docs.netlify.com/manage/routing/headers/#limitations
    'no-allow': ['any path', 'no `Allow` header'],
  },
  limits: {
    folderFiles: 54_000,
    // A limit of ours: Netlify documents none, and each rule takes its time.
    rules: 10_000,
    notes: ['staticrest itself sets the limit of rules'],
    sources: ['https://docs.netlify.com/site-deploys/overview/#files-per-directory-limit'],
  },
};

/** The most rules of which a build does not warn. */
const MANY_RULES = 1000;

function warnings(grid: Grid): string[] {
  const _redirects = redirects(grid);
  const rules = countRules({ _redirects });
  const size = `${formatCount(rules, 'rule')} (${formatBytes(Buffer.byteLength(_redirects))})`;
  return rules > MANY_RULES ? [`Netlify tries ${size} for each request. ${FEWER_RULES}`] : [];
}

const FEWER_RULES =
  'Each key and each value of a prerendered filter that has other characters than letters, digits and `_ . -` adds rules, and so do combinations of values. To have fewer, choose another `key`, shorten `prerender.filters`, or set `prerender.combine: false`.';

/** What Bash replaces by the address of the deployment. */
const DEPLOYMENT = '$([ "$CONTEXT" = production ] && echo "$URL" || echo "$DEPLOY_PRIME_URL")';

function guide(grid: Grid): string {
  const path = basePath(grid);
  const files = ['_redirects', '_headers', NOT_FOUND_PAGE].map(
    (name) => `dist/${HOSTS_FOLDER}/netlify/${name}`,
  );
  const copy = [
    'rm -rf upload',
    `mkdir -p upload${path}`,
    `cp -r dist/. upload${path}/`,
    `rm -r upload${path}/${HOSTS_FOLDER}`,
    `cp ${files.join(' ')} upload/`,
  ];
  const address = path && ` --base-url "${DEPLOYMENT}${path}"`;
  const build = `npx staticrest build --host netlify${address}`;
  return `
With Node 20 or later and a Netlify account, in the folder that has \`dist\`. The commands replace the folder \`upload\` there:

\`\`\`sh
${copy.join('\n')}
npx netlify-cli dev --dir upload --port 8888 --offline --no-open
\`\`\`

The last command serves the site on this machine until Ctrl-C. Check it in another terminal, then deploy:

\`\`\`sh
curl -i 'http://localhost:8888${apiRoot(grid)}'
npx netlify-cli login
npx netlify-cli deploy --prod --no-build --dir upload
curl -i '${apiHref(grid)}'
\`\`\`

The first deployment asks for a project or creates one. If its address is not ${grid.base}, build the site again with the
project’s address as \`--base-url\`, and repeat these commands. Instead of running \`npx netlify-cli\`, you can drop the folder \`upload\` on https://app.netlify.com/drop.
To go back, publish an earlier one of the project’s *Deploys* there.

To build the site on Netlify from a repository instead, set the publish directory to \`upload\`, and the build command to the command below. Links then
begin with the address of the deployment: the variable \`URL\` in production, \`DEPLOY_PRIME_URL\` in previews and branches.

\`${[build, ...copy].join(' && ')}\`
`;
}

/**
 * What Netlify serves if a rule's file does not exist. Below the API's root its type is JSON, by the
 * rules for headers.
 */
function notFoundDocument(grid: Grid): string {
  const supported = Object.fromEntries(
    namedEndpoints(grid).map((endpoint) => {
      const values = describeParameters(grid, endpoint).map(
        ({ name, prerendered, prerenderedText }) => [name, prerenderedText ?? prerendered],
      );
      return [hrefAt(grid, endpoint), Object.fromEntries(values)];
    }),
  );
  const detail =
    'Not found. The path, the key or the page does not exist, or no page has these filters.';
  return `${JSON.stringify({ detail, page: `${grid.base}/`, supported }, null, 2)}\n`;
}

/**
 * The text of `_headers`. Netlify matches the path of a request, and its local server that of the file that
 * a rule leads to. No path matches two blocks, because it is not documented whether Netlify then sends a header
 * twice.
 */
function headers(grid: Grid): string {
  // Netlify ignores a rule for it.
  const { Allow: _, ...api } = HEADERS;
  const folder = `${basePath(grid)}/`;
  const names = grid.collections.map(({ name }) => name);
  const downloads = names.flatMap((name) => DOWNLOAD_FORMATS.map((format) => `${name}.${format}`));
  // By their names, because a star matches the rest of a path.
  const others = [
    ...[...DESCRIBED_FILES, MANIFEST, ROOT],
    ...names.map(pointsFile),
    ...[CHECKSUMS, DATA_PACKAGE, README, ...downloads].map((file) => DOWNLOADS + file),
  ];
  const typed = (path: string, file: string) =>
    formatHeaders(path, { 'Content-Type': mediaTypeOf(file), ...FILE_HEADERS });
  return [
    formatHeaders(`${apiRoot(grid)}*`, api),
    ...['errors', 'options'].map((name) => formatHeaders(`${folder}data/${name}/*`, api)),
    typed(folder, PAGE),
    ...others.map((file) => typed(folder + file, file)),
    formatHeaders(`${folder}data/store/*`, FILE_HEADERS),
  ].join('');
}

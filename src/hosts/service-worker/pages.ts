import { fileOf } from '../../core/address.ts';
import { pathOf } from '../../core/endpoint.ts';
import { basePath, type Grid } from '../../core/grid.ts';

/*
 * The page that a person sees whom no service worker answers. It has no script and no style of its own,
 * so that it works under `Content-Security-Policy: default-src 'self'`.
 */

/** The worker, and the names of the site's files that the page needs. */
export const WORKER_FILE = 'sw.js';
export const SCRIPT_FILE = 'register.js';
export const STYLE_FILE = 'staticrest.css';

/**
 * What comes to everyone whom no worker answers: a first visit, and every program but a browser. All
 * addresses begin with a slash: what is missing may be at any depth.
 */
export function notFoundPage(grid: Grid): string {
  const file = (name: string) => html(`${basePath(grid)}/${name}`);
  return `\
<!doctype html>
<!-- Made by staticrest. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found</title>
<link rel="stylesheet" href="${file(STYLE_FILE)}">
<script src="${file(SCRIPT_FILE)}" defer></script>
</head>
<body>
<main>
<h1>No file is at this address</h1>
<p id="status" role="status"></p>
${withoutScript(grid)}
<p>Addresses below ${link(pathOf(grid, { kind: 'index' }))} are answered by a <em>service worker</em>: a small program that a browser takes from this site on the first visit, and asks from then on in place of the host.</p>
${forPrograms(grid)}
<p><a href="${file('')}">The start page</a> says what is here.</p>
</main>
</body>
</html>
`;
}

const withoutScript = (grid: Grid): string =>
  `<noscript><p>This takes JavaScript, which is off here. Turn it on for this site, or read ${firstFile(grid)}.</p></noscript>`;

const forPrograms = (grid: Grid): string =>
  `<p><code>curl</code> and other programs run no service worker, so this host can’t answer a query string for them. They can read ${firstFile(grid)}.</p>`;

/** The file to begin with for someone who has no worker. */
const firstFile = (grid: Grid): string =>
  `the files that the answers are made of, such as ${link(`${basePath(grid)}/${firstPage(grid)}`)}`;

function firstPage({ collections }: Grid): string {
  const paginated = collections.find(({ pagination }) => pagination);
  if (!paginated?.pagination) return fileOf({ kind: 'index' });
  const { name: collection, pagination } = paginated;
  const start = { format: '', ordering: '', limit: pagination.default, offset: 0 };
  return fileOf({ kind: 'page', collection, ...start });
}

const link = (path: string): string => `<a href="${html(path)}"><code>${html(path)}</code></a>`;

/** A text as it stands in HTML, also between quotation marks. */
const html = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const STYLE = `\
/* Made by staticrest, for 404.html. */
:root { color-scheme: light dark; }
body {
  margin: 0;
  padding: 3rem 1.25rem;
  font: 1rem/1.5 system-ui, sans-serif;
  color: light-dark(#1c1c1e, #e8e8ea);
  background: light-dark(#fff, #1c1c1e);
}
main { max-width: 38rem; margin: auto; }
h1 { font-size: 1.5rem; line-height: 1.25; }
a { color: light-dark(#0550ae, #79b8ff); }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
#status:empty { display: none; }
#status { padding: 0.75rem 1rem; border-radius: 0.5rem; background: light-dark(#eef3f8, #2c2c30); }
`;

/** Only what every browser knows that has service workers: no tool translates it. */
export const SCRIPT = `\
// Made by staticrest: starts ${WORKER_FILE}, which answers the addresses of the API in this browser.
(() => {
  const site = new URL('./', document.currentScript.src);
  const workers = navigator.serviceWorker;

  const say = (text) => {
    document.getElementById('status').textContent = text;
  };

  // Did this page come in place of an answer of the API?
  const isAnswer = () => {
    if (!location.pathname.startsWith(site.pathname)) return false;
    const [first] = location.pathname.slice(site.pathname.length).split('/');
    try {
      return decodeURIComponent(first) === 'api';
    } catch {
      return false;
    }
  };

  // A page that still comes after a reload comes forever, so it is not reloaded again.
  const wasReloaded = () => {
    const last = history.state && history.state.staticrest;
    return last && last.href === location.href && Date.now() - last.at < 10000;
  };

  const reload = () => {
    const staticrest = { href: location.href, at: Date.now() };
    history.replaceState({ ...history.state, staticrest }, '');
    location.reload();
  };

  const start = async () => {
    if (!window.isSecureContext) throw new Error('a browser takes one only over https');
    if (!workers) throw new Error('this browser takes none, perhaps because the window is private');
    if (isAnswer()) say('The API is being made ready in this browser …');
    const isAnswered = Boolean(workers.controller);
    await workers.register(new URL('${WORKER_FILE}', site));
    await workers.ready;
    if (!isAnswer()) say('The API is ready in this browser.');
    else if (isAnswered || wasReloaded()) say('The API is ready in this browser; reload this page.');
    else reload();
  };

  start().catch((error) => say(\`The API can’t answer here, for its service worker does not start: \${error.message}.\`));
})();
`;

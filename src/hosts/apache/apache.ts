import { basePath, type Grid } from '../../core/grid.ts';
import type { ApiRequest } from '../../core/resolve.ts';
import { bytes } from '../../site/site-file.ts';
import type { Deviation, Outcome } from '../deviation.ts';
import { ENCODED_NUMBER } from '../encoded-number.ts';
import type { Host } from '../host.ts';
import { decide } from '../rules/decide.ts';
import { lookedUp, unescaped } from '../unescaped.ts';
import { decisionText, htaccess, OUTSIDE } from './htaccess.ts';

/** What Apache makes of a path before it reads any `.htaccess`: a decoded path, or a refusal. */
type Place = { readonly path: string } | { readonly status: 400 | 404 };

/**
 * Apache refuses broken encodings and `..` above the root; without `AllowEncodedSlashes`, which no
 * `.htaccess` can have, also an encoded slash; and always an encoded NUL.
 * https://httpd.apache.org/docs/2.4/mod/core.html#allowencodedslashes
 */
function placeOf(path: string): Place {
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return { status: 400 };
  const segments = path.replace(/%2e/gi, '.').split(/\/+/).slice(1);
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..' && kept.pop() === undefined) return { status: 400 };
    if (!/^\.{0,2}$/.test(segment)) kept.push(segment);
  }
  const clean = `/${kept.join('/')}`;
  return /%(?:2f|00)/i.test(clean) ? { status: 404 } : { path: unescaped(clean) };
}

const isOutside = (place: Place, grid: Grid): boolean =>
  'path' in place && !`${place.path}/`.startsWith(`${basePath(grid)}/api/`);

const OUTSIDE_PATH: Deviation = {
  given: 'a path outside of the API, also by `..`',
  gets: 'what the server has there, or a 404 page of its own',
  why: 'The rules leave alone what is not theirs.',
  examples: ['/x', '/api/../x', '/x/'],
  reads(request, grid) {
    const place = placeOf(request.path);
    if (!('path' in place) || !isOutside(place, grid)) return request;
    return { ...request, path: lookedUp(request.path, place.path.split('/').filter(Boolean)) };
  },
  answers: (outcome, { path }, grid): Outcome =>
    isOutside(placeOf(path), grid)
      ? { status: 404, own: 'the path is outside of the API' }
      : outcome,
};

const TRACED: Deviation = {
  given: 'the method TRACE',
  gets: 'a 405 page of the server’s own, or with `TraceEnable On` its request again',
  why: 'The server answers it before it reads any rule.',
  examples: ['TRACE /api/', 'TRACE /api/neighborhoods/?limit=10'],
  answers: (outcome, { method }): Outcome =>
    method === 'TRACE' ? { status: 405, own: 'TRACE is disabled' } : outcome,
};

const REFUSED_PATH: Deviation = {
  given: 'a path with an encoded slash or NUL, a broken percent-encoding, or `..` above the root',
  gets: 'a page of the server’s own: 404 for the first two, else 400',
  why: 'The server refuses it before it reads any rule.',
  examples: ['/api/countries/..%2Fitem%2FNO/', '/api/countries/NO%00/', '/api/%zz/', '/api/../..'],
  answers(outcome, { path }): Outcome {
    const place = placeOf(path);
    return 'status' in place ? { ...place, own: 'it refuses the path' } : outcome;
  },
};

/**
 * What `LimitRequestLine` has by default, and the one byte more that was measured.
 * https://httpd.apache.org/docs/2.4/mod/core.html#limitrequestline
 */
const LONGEST_LINE = 8191;

const TOO_LONG: Deviation = {
  given: `a request line of more than ${LONGEST_LINE} bytes`,
  gets: 'a 414 page of the server’s own',
  why: 'The server refuses it before it reads any rule.',
  examples: [`/api/?q=${'x'.repeat(LONGEST_LINE)}`],
  answers: (outcome, { method, path, query }): Outcome =>
    `${method} ${path}${query && `?${query}`} HTTP/1.1`.length > LONGEST_LINE
      ? { status: 414, own: 'the address is too long' }
      : outcome,
};

/**
 * Apache 2.4 reads a `.htaccess` in the site's own folder, wherever that is.
 * https://httpd.apache.org/docs/2.4/howto/htaccess.html
 */
export const apache: Host = {
  title: 'Apache',
  kind: 'rules',
  place: 'site',
  files: (grid) => [{ path: '.htaccess', body: [bytes(htaccess(grid))] }],
  guide,
  fileMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  deviations: [ENCODED_NUMBER, OUTSIDE_PATH, TRACED, REFUSED_PATH, TOO_LONG],
  // Measured: a longer line of a `.htaccess` is an error, and so is every answer then.
  limits: {
    lineBytes: 8191,
    sources: ['https://github.com/apache/httpd/blob/2.4.x/include/httpd.h'],
  },
  rule: ruleFor,
};

function ruleFor(grid: Grid, request: ApiRequest): string {
  if (isOutside(placeOf(request.path), grid)) return OUTSIDE;
  return decisionText(decide(grid, request).decision, grid);
}

function guide(grid: Grid): string {
  const path = basePath(grid);
  const folder = `/var/www/html${path}`;
  const { port } = new URL(grid.base);
  const listening =
    port &&
    ` Apache listens on the port ${port} where \`/etc/apache2/ports.conf\` has \`Listen ${port}\`.`;
  return `
On a server with Debian, as root, with the site’s folder \`dist\` copied to it:

\`\`\`sh
apt-get install apache2 rsync
mkdir -p ${folder}
rsync -a --delete --exclude=/.htaccess dist/ ${folder}/
cp ${folder}/_hosts/apache/.htaccess ${folder}/
cat > /etc/apache2/conf-available/staticrest.conf <<'END'
<Directory ${folder}>
  Options FollowSymLinks
  AllowOverride FileInfo
</Directory>
END
a2enmod rewrite headers
a2enconf staticrest
systemctl restart apache2
curl -i http://localhost${port && `:${port}`}${path}/api/
\`\`\`

\`--delete\` takes away whatever else is in that folder. After each build, \`rsync\` and \`cp\` as before; nothing is to be
restarted. Another folder does as well, if it is served at \`${path}/\`.${listening}

On shared hosting, upload all of \`dist\` to the folder that is served at \`${path}/\`, and \`_hosts/apache/.htaccess\` into it as
well. Its name begins with a dot, so many programs hide it: have them show hidden files. Where every request then
gets a 500, the server’s error log names the directive that it does not take; ask for \`mod_rewrite\`, \`mod_headers\`
and \`AllowOverride FileInfo\`.
`;
}

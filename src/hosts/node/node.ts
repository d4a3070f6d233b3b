import { basePath, type Grid } from '../../core/grid.ts';
import { compiledText } from '../../util/package.ts';
import type { Host } from '../host.ts';
import { apiRoot } from '../rules/rules.ts';

const SERVER = 'server.mjs';
const HANDLER = 'handler.mjs';

/** A server for the site in its folder, which has no dependencies. */
export const node: Host = {
  title: 'Node, Bun and Deno',
  kind: 'code',
  destination: 'site',
  // Two modules, since one can’t tell whether it is the program or mounted: process managers such as pm2 import it.
  files: () => ({
    [HANDLER]: compiledText('node-handler.bundle.js'),
    [SERVER]: `import { run } from './${HANDLER}';\n\nrun();\n`,
  }),
  guide,
  // The runtime answers without the server.
  deviations: {
    'unread-request': [
      'an unencoded non-ASCII character, or more than 16 KiB of headers',
      'the runtime’s own 400 or 431 without a body',
    ],
  },
  limits: { sources: [] },
};

function guide(grid: Grid): string {
  const build = `npx staticrest build --host node --base-url ${grid.base}`;
  const path = basePath(grid);
  const [scheme, host] = new URL(grid.base).origin.split('://');
  return `
Build the site with \`${build}\`. Then the server needs the folder \`dist\` only, and Node 20.19 or later, Bun or Deno:

\`\`\`sh
node dist/${SERVER}
curl -i 'http://localhost:8080${apiRoot(grid)}'
\`\`\`

With Bun, run \`bun dist/${SERVER}\`, but a client that sends thousands of requests at once keeps others waiting there; with Deno, \`deno run -A dist/${SERVER}\`. Environment variables set what it does:

| variable | what it is | default |
| --- | --- | --- |
| \`PORT\` | The port to listen on. | 8080 |
| \`HOST\` | The address to listen on. | all addresses |
| \`TRUST_PROXY\` | With \`1\`, links begin with the \`X-Forwarded-Proto\` and \`X-Forwarded-Host\` of a request. Use it only behind a proxy that sets both. | \`0\`: links begin with \`http://\` and the \`Host\` of a request |

After SIGTERM or SIGINT, the server answers the requests that it has, for at most 5 seconds, and ends. It serves a new build of \`dist\` without a restart. To be able to go back, keep the last site before each build: \`rm -rf dist.old && cp -r dist dist.old\`. Then run \`mv dist dist.new && mv dist.old dist\`.

Behind a proxy, start it with \`TRUST_PROXY=1 HOST=127.0.0.1\`. The proxy must send the path as it is, and the address of the site in these headers, whatever a client sends:

\`\`\`
# In a server block of nginx
location ${path}/ {
    proxy_set_header Host ${host};
    proxy_set_header X-Forwarded-Host ${host};
    proxy_set_header X-Forwarded-Proto ${scheme};
    proxy_pass http://127.0.0.1:8080;
}

# In a site block of Caddy, which sends the Host
reverse_proxy ${path}/* http://127.0.0.1:8080 {
	header_up X-Forwarded-Host ${host}
	header_up X-Forwarded-Proto ${scheme}
}

# In a virtual host of Apache, after \`a2enmod headers proxy_http\`
AllowEncodedSlashes NoDecode
<Location ${path}/>
    ProxyPreserveHost On
    RequestHeader unset Connection
    RequestHeader set X-Forwarded-Host ${host}
    RequestHeader set X-Forwarded-Proto ${scheme}
    ProxyPass http://127.0.0.1:8080${path}/ nocanon
</Location>
\`\`\`

To mount the site in a server of your own, import the handler of Node’s HTTP requests, and add one line:

\`\`\`js
import { handler } from './dist/${HANDLER}';

app.use('${path || '/'}', handler); // Express
app.all('${path}/*', (request, reply) => { reply.hijack(); handler(request.raw, reply.raw); }); // Fastify
app.all('${path}/*', ({ env }) => (handler(env.incoming, env.outgoing), RESPONSE_ALREADY_SENT)); // Hono, with RESPONSE_ALREADY_SENT of @hono/node-server/utils/response
\`\`\`

The handler answers every path below \`${path}/\`, unknown ones with 404.${path ? '' : ' Add it after your own routes.'}
`;
}

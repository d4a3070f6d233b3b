import { basePath, type Grid } from '../../core/grid.ts';
import { OF_SERVERS } from '../deviations.ts';
import { HOSTS_FOLDER, type Host } from '../host.ts';
import { GOING_BACK, siteName } from '../rules/printing.ts';
import { apiHref, apiRoot } from '../rules/rules.ts';
import { caddyfile, FILES_SNIPPET, fileServer, rootOf, SNIPPET, snippet } from './caddyfile.ts';

/** Caddy is configured with a Caddyfile. The generated one needs Caddy 2.6 or later. */
export const caddy: Host = {
  title: 'Caddy',
  kind: 'rules',
  destination: 'configuration',
  files: (grid) => ({
    Caddyfile: caddyfile(grid),
    [SNIPPET]: snippet(grid),
    [FILES_SNIPPET]: fileServer(grid),
  }),
  guide,
  deviations: OF_SERVERS,
  // None is documented, and none was found by measurement.
  limits: { sources: [] },
};

function guide(grid: Grid): string {
  const name = siteName(grid);
  const folder = rootOf(grid) + basePath(grid);
  const files = `dist/${HOSTS_FOLDER}/caddy`;
  return `
On a Debian server, if it has no site at \`${new URL(grid.base).host}\` yet; else see below. \`rsync\` removes every other file from \`${folder}/\`: a page of an earlier build would still answer.

\`\`\`sh
sudo apt-get install caddy rsync
sudo mkdir -p ${folder} /etc/caddy/${name}
sudo rsync -rpc --delay-updates --delete-delay --exclude=/${HOSTS_FOLDER} dist/ ${folder}/
sudo cp ${files}/Caddyfile ${files}/*.caddy /etc/caddy/${name}/
grep -qxF 'import ${name}/Caddyfile' /etc/caddy/Caddyfile || printf '\\nimport ${name}/Caddyfile\\n' | sudo tee -a /etc/caddy/Caddyfile
sudo systemctl reload caddy
curl -i '${apiHref(grid)}'
\`\`\`

After each build, run \`rsync\`, \`cp\` and \`systemctl reload\` again. ${GOING_BACK}
For https, Caddy gets a certificate itself once the host name points to the server and the ports 80 and 443 are open.

If \`/etc/caddy/Caddyfile\` already has a block of \`${new URL(grid.base).origin}\`, leave out the line with \`grep\`, and add \`root * ${rootOf(grid)}\`, \`import ${name}/${SNIPPET}\`
and \`import ${name}/${FILES_SNIPPET}\` to it. If this block has another \`root\`, copy the site to \`${basePath(grid)}/\` in that folder instead, ${basePath(grid) ? '' : 'without `--delete-delay`, '}and remove the files of an earlier site there.
No other directive in the block may \`rewrite\` or \`handle\` the paths below \`${apiRoot(grid)}\`. A \`handle\` without a path is allowed.

Caddy answers requests for other host names with status 200 and no body.
`;
}

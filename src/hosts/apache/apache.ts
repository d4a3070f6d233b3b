import { basePath, type Grid } from '../../core/grid.ts';
import { OF_SERVERS } from '../deviations.ts';
import { HOSTS_FOLDER, type Host } from '../host.ts';
import { GOING_BACK, siteName } from '../rules/printing.ts';
import { apiRoot } from '../rules/rules.ts';
import { htaccess } from './htaccess.ts';

/**
 * Apache 2.4 reads a `.htaccess` in the site's own folder, wherever that is.
 * https://httpd.apache.org/docs/2.4/howto/htaccess.html
 */
export const apache: Host = {
  title: 'Apache',
  kind: 'rules',
  destination: 'site',
  files: (grid) => ({ '.htaccess': htaccess(grid) }),
  guide,
  deviations: OF_SERVERS,
  // Measured: with a longer line in a `.htaccess` every request gets a 500.
  limits: {
    lineBytes: 8191,
    sources: ['https://github.com/apache/httpd/blob/2.4.x/include/httpd.h'],
  },
};

function guide(grid: Grid): string {
  const path = basePath(grid);
  const name = siteName(grid);
  const root = `/var/www/${name}`;
  const folder = root + path;
  const rules = `dist/${HOSTS_FOLDER}/apache/.htaccess`;
  const { hostname, port, protocol } = new URL(grid.base);
  return `
On a Debian server, as root, if it has no site at \`${hostname}\` yet; else see below. \`rsync\` removes every other file from \`${folder}/\`: a page of an earlier build would still answer.

\`\`\`sh
apt-get install apache2 rsync
mkdir -p ${folder}
rsync -rpc --delay-updates --delete-delay --exclude=/.htaccess --exclude=/${HOSTS_FOLDER} dist/ ${folder}/
cp ${rules} ${folder}/
cat > /etc/apache2/sites-available/${name}.conf <<'END'
<VirtualHost *:${port || '80'}>
  ServerName ${hostname}
  DocumentRoot ${root}
  <Directory ${folder}>
    Options FollowSymLinks
    AllowOverride FileInfo
  </Directory>
</VirtualHost>
END
a2enmod rewrite headers deflate
a2ensite ${name}
systemctl restart apache2
curl -i -H 'Host: ${hostname}' http://localhost${port && `:${port}`}${apiRoot(grid)}
\`\`\`

After each build, run \`rsync\` and \`cp\` again. ${GOING_BACK}
${protocol === 'https:' ? 'For https, install `python3-certbot-apache` and run `certbot --apache`.\n' : ''}For a port other than 80, add \`Listen\` with the port to \`/etc/apache2/ports.conf\`.
If there is a virtual host of \`${hostname}\` already, add the \`<Directory>\` block and \`${path ? `Alias ${path} ${folder}` : `DocumentRoot ${root}`}\` to it instead of \`a2ensite\`.

On shared hosting, upload the files of \`dist\` without \`${HOSTS_FOLDER}\`, and the hidden file \`${rules}\`, to the folder that is served at \`${path}/\`.
Remove the files of an earlier site.
If every request gets status 500, ask your provider for \`mod_rewrite\`, \`mod_headers\` and \`AllowOverride FileInfo\`.
`;
}

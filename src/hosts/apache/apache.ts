import { basePath, type Grid } from '../../core/grid.ts';
import { OF_RULES } from '../deviations.ts';
import { HOSTS_FOLDER, type Host } from '../host.ts';
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
  deviations: [
    ...OF_RULES,
    'outside',
    'trace-apache',
    'broken-path-apache',
    'long-name',
    'number-sign',
    'long-line-apache',
  ],
  // Measured: with a longer line in a `.htaccess` every request gets a 500.
  limits: {
    lineBytes: 8191,
    sources: ['https://github.com/apache/httpd/blob/2.4.x/include/httpd.h'],
  },
};

function guide(grid: Grid): string {
  const path = basePath(grid);
  const folder = `/var/www/html${path}`;
  const rules = `dist/${HOSTS_FOLDER}/apache/.htaccess`;
  const { port } = new URL(grid.base);
  return `
On a Debian server, as root, with the built site in \`dist\`:

\`\`\`sh
apt-get install apache2 rsync
mkdir -p ${folder}
rsync -a --delete --exclude=/.htaccess --exclude=/${HOSTS_FOLDER} dist/ ${folder}/
cp ${rules} ${folder}/
cat > /etc/apache2/conf-available/staticrest.conf <<'END'
<Directory ${folder}>
  Options FollowSymLinks
  AllowOverride FileInfo
</Directory>
END
a2enmod rewrite headers deflate
a2enconf staticrest
systemctl restart apache2
curl -i http://localhost${port && `:${port}`}${apiRoot(grid)}
\`\`\`

\`--delete\` removes every other file from the folder, also those of an earlier site, which would be answers. After each
build, run \`rsync\` and \`cp\` again.
For a port other than 80, add \`Listen\` with the port to \`/etc/apache2/ports.conf\`.

On shared hosting, upload the files of \`dist\` without \`${HOSTS_FOLDER}\`, and the hidden file \`${rules}\`, to the folder that is served at \`${path}/\`.
Remove the files of an earlier site.
If every request gets status 500, ask your provider for \`mod_rewrite\`, \`mod_headers\` and \`AllowOverride FileInfo\`.
`;
}

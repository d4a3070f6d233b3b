import { basePath, type Grid } from '../../core/grid.ts';
import type { Host } from '../host.ts';
import { HOSTS_FOLDER } from '../names.ts';
import { firstPageHref, PLAIN_FILES } from './plain-files.ts';
import { syncCommands } from './s3.ts';

/** Any host that sends the file at the path of a request, and ignores its query. */
export const files: Host = {
  ...PLAIN_FILES,
  title: 'S3, GitLab Pages and any server of plain files',
  guide,
  limits: {
    sources: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteHosting.html'],
  },
};

function guide(grid: Grid): string {
  return `
Build the site, and try it as a plain host serves it:

\`\`\`sh
npx staticrest build --host files --base-url ${grid.base}
npx staticrest preview --plain
rm -r dist/${HOSTS_FOLDER}
\`\`\`

Publish \`dist\` at ${grid.base}/, with \`404.html\` as the page for unknown paths. Then \`curl '${firstPageHref(grid)}'\` gets the first page.
Some servers, such as \`python3 -m http.server\`, send a list of the files for the address of a folder.

Pages of other sites can read the API only if the host sends \`Access-Control-Allow-Origin: *\`. If the host caches files, clear
\`data/root.json\` from its cache after each deployment.

**S3** has no https on its website endpoint. Serve the bucket through CloudFront, with \`${basePath(grid)}/404.html\` as the response page for the
errors 403 and 404. Make the objects public. ${syncCommands(basePath(grid))}
**GitLab Pages** publishes the folder \`public\` of a job called \`pages\`: move \`dist\` there.
`;
}

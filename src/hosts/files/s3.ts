import { HOSTS_FOLDER } from '../names.ts';

/**
 * How to upload a site to S3, in Markdown. An upload is not atomic: what the other files name comes first.
 * @param path the path of the base address
 */
export function syncCommands(path: string): string {
  const bucket = `s3://BUCKET${path}`;
  return `A deployment is not atomic, so
upload the files that are named by their content first, and \`data/root.json\`, which names them, last:

\`\`\`sh
aws s3 sync dist ${bucket} --exclude '*' --include 'data/store/*'
aws s3 sync dist ${bucket} --exclude '${HOSTS_FOLDER}/*' --exclude data/root.json
aws s3 cp dist/data/root.json ${bucket}/data/root.json
aws cloudfront create-invalidation --distribution-id ID --paths '/*'
\`\`\`

An hour later, delete the old files. Until then, readers that have the old \`data/root.json\` find them:

\`\`\`sh
aws s3 sync dist ${bucket} --exclude '${HOSTS_FOLDER}/*' --delete
\`\`\`
`;
}

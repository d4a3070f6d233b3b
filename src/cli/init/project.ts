import { existsSync, readFileSync } from 'node:fs';
import { GITHUB_WORKFLOW } from '../../hosts/service-worker/github-workflow.ts';
import { isObject } from '../../util/object.ts';
import { UsageError } from '../../util/problem.ts';
import { VERSION } from '../../util/version.ts';
import { readValue } from './data.ts';

/** The files of a project that its data does not determine, by their paths. */
export const projectFiles = (name: string, title: string): Record<string, string> => ({
  '.gitignore': 'node_modules/\ndist/\n',
  '.github/workflows/publish.yml': GITHUB_WORKFLOW,
  'README.md': readme(name, title),
});

const SCRIPTS = Object.fromEntries(
  ['dev', 'build', 'preview', 'validate'].map((command) => [command, `staticrest ${command}`]),
);

const NEW_PACKAGE = { private: true, type: 'module', dependencies: { staticrest: VERSION } };

/**
 * A `package.json` with the scripts that it lacks, or a new one.
 * @throws UsageError if the present one is no object
 */
export function packageJson(file: string) {
  const isNew = !existsSync(file);
  const present = isNew ? NEW_PACKAGE : readValue(file);
  if (!isObject(present) || !isObject(present.scripts ?? {})) {
    throw new UsageError(`${file} must contain an object, and so must its \`scripts\`.`);
  }
  const own = present.scripts as object | undefined;
  const manifest = { ...present, scripts: { ...own, ...SCRIPTS, ...own } };
  const indent = isNew ? 2 : /^[\t ]+/m.exec(readFileSync(file, 'utf8'))?.[0];
  const text = `${JSON.stringify(manifest, null, indent ?? 2)}\n`;
  return { isNew, isComplete: JSON.stringify(present) === JSON.stringify(manifest), text };
}

const readme = (name: string, title: string): string => `\
# ${title}

A static REST API, built with staticrest.

- \`content/${name}/\` contains the records. Edit them or add files. Every record and field is published, unless
  \`isPublic\` or \`publish\` in \`api.mjs\` excludes it.
- \`api.mjs\` is the definition: fields, orderings, filters and page sizes. Restart \`dev\` after you change it.
- \`.github/workflows/publish.yml\` checks, builds and publishes the site on GitHub Pages after each push to the branch \`main\`.
  Before the first push, set *Settings → Pages → Source* of the GitHub repository to *GitHub Actions*. On GitHub Pages, the API
  works only in browsers. For \`curl\` and other programs, choose another host.

\`\`\`sh
npm install
npx staticrest dev    # serves the API and its page at http://localhost:8080/ until Ctrl-C
npx staticrest build  # writes the site to dist/, with a guide for each host in dist/_hosts/
\`\`\`
`;

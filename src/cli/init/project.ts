import { GITHUB_WORKFLOW } from '../../hosts/service-worker/github-workflow.ts';
import { VERSION } from '../../util/version.ts';

/** The files of a project that its data does not determine, by their paths. */
export const projectFiles = (name: string, title: string): Record<string, string> => ({
  '.gitignore': 'node_modules/\ndist/\n',
  '.github/workflows/publish.yml': GITHUB_WORKFLOW,
  'README.md': readme(name, title),
});

const SCRIPTS = Object.fromEntries(
  ['dev', 'build', 'preview', 'validate'].map((command) => [command, `staticrest ${command}`]),
);

/** The present `package.json` with the scripts that it lacks, or a new one. */
export function withScripts(present: object | null) {
  const manifest: { readonly scripts?: object; readonly dependencies?: object } = present ?? {
    private: true,
    type: 'module',
    dependencies: { staticrest: VERSION },
  };
  return { ...manifest, scripts: { ...manifest.scripts, ...SCRIPTS, ...manifest.scripts } };
}

/** A value as JSON with the indentation and the line breaks of another text. */
export function formattedAs(text: string, value: object): string {
  const [indent = 2] = /^[\t ]+/m.exec(text) ?? [];
  const json = `${JSON.stringify(value, null, indent)}\n`;
  return text.includes('\r\n') ? json.replaceAll('\n', '\r\n') : json;
}

const readme = (name: string, title: string): string => `\
# ${title}

A REST API made of files, with staticrest.

- \`content/${name}/\` has the records. Change them, or add files. Every record and field is published, unless
  \`isPublic\` or \`publish\` in \`api.mjs\` says otherwise.
- \`api.mjs\` is the definition: fields, orderings, filters, pages. Restart \`dev\` after you change it.
- \`.github/workflows/publish.yml\` checks, builds and publishes the site, for each push to the branch \`main\` of a repository on GitHub.
  Before the first one, set *Settings → Pages → Source* of the repository to *GitHub Actions*. GitHub Pages
  answers the API in browsers only; for \`curl\` and other programs, choose another host.

\`\`\`sh
npm install
npx staticrest dev    # serves http://localhost:8080/, with a page to try the API; Ctrl-C ends it
npx staticrest build  # writes the site to dist/, with a guide for each host in dist/_hosts/
\`\`\`
`;

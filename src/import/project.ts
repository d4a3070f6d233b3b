import { GITHUB_WORKFLOW } from '../hosts/github-pages/workflow.ts';
import { isObject } from '../util/object.ts';
import { UsageError } from '../util/problem.ts';
import { readRegularFile } from '../util/regular-file.ts';
import { unlessAbsent } from '../util/system-error.ts';
import { escapeMarkdown } from '../util/text.ts';
import { VERSION } from '../util/version.ts';
import { readValue } from './data.ts';
import { packageSource } from './package-source.ts';

/** What the files of a project depend on. */
interface Project {
  /** The title of the API. */
  readonly title: string;
  /** The name of its collection. */
  readonly collection: string;
  /** The address of the live API that its records come from. */
  readonly source?: string | undefined;
  /** The path of this package in the project, if no registry has it. */
  readonly packed?: string | undefined;
}

/** The files of a project that its data does not determine, by their paths. */
export const projectFiles = (project: Project): Record<string, string> => ({
  '.gitignore': 'node_modules/\ndist/\nupload/\n',
  '.github/workflows/publish.yml': GITHUB_WORKFLOW,
  'README.md': readme(project),
});

const SCRIPTS = {
  dev: 'staticrest dev',
  build: 'staticrest build --host github-pages',
  preview: 'staticrest preview',
  validate: 'staticrest validate',
};

const newPackage = (packed?: string) => ({
  private: true,
  type: 'module',
  dependencies: { staticrest: packed ? `file:${packed}` : VERSION },
  scripts: SCRIPTS,
});

/**
 * A `package.json` with the scripts that it lacks, or a new one.
 * @throws UsageError if the present one is no object, ContentError if it is no JSON, and a system error if
 * it is no file
 */
export function packageJson(file: string) {
  const present = unlessAbsent(() => readRegularFile(file))?.toString();
  const source = packageSource(file);
  if (present === undefined) {
    const text = `${JSON.stringify(newPackage(source.packed), null, 2)}\n`;
    return { isNew: true, isEdited: false, text, source };
  }
  const manifest = readValue(file);
  const { scripts = {} } = Object(manifest);
  if (!isObject(manifest) || !isObject(scripts))
    throw new UsageError(`${file} must contain an object, and so must its \`scripts\`.`);
  const lacking = Object.entries(SCRIPTS).filter(([name]) => !Object.hasOwn(scripts, name));
  const changed = { ...manifest, scripts: { ...scripts, ...Object.fromEntries(lacking) } };
  const [indent = 2] = /^[\t ]+/m.exec(present) ?? [];
  const text = `${JSON.stringify(changed, null, indent)}\n`;
  return { isNew: false, isEdited: lacking.length > 0, text, source };
}

const readme = ({ title, collection, source, packed }: Project): string => `\
# ${escapeMarkdown(title)}

A static REST API, built with staticrest.

- \`content/${collection}/\` contains the records. ${source === undefined ? 'Edit them or add files.' : PULLED} Every record and field is published, unless
  \`isPublic\` or \`publish\` in \`api.mjs\` excludes it.
- \`api.mjs\` is the definition: fields, orderings, filters and page sizes.
- \`.github/workflows/publish.yml\` checks, builds and publishes the site on GitHub Pages after each push to the branch \`main\`.
  Before the first push, set *Settings → Pages → Source* of the GitHub repository to *GitHub Actions*.
  Then \`curl https://<user>.github.io/<repository>/api/${collection}.json\` gets the first page. The workflow prints the address of the site.

\`\`\`sh
npm install
npx staticrest dev                          # serves the API and its page at http://localhost:8080/ until Ctrl-C
npx staticrest build --host github-pages  # writes the site to dist/; see --help for other hosts
\`\`\`
${packed ? commitNote(packed) : ''}`;

const PULLED = '`npx staticrest pull` fetches them again from the live API.';

const commitNote = (packed: string): string =>
  `\n\`${packed}\` is the generator. \`npm install\` needs it, also in the workflow: commit it, with \`git add --force\` if \`.gitignore\` excludes it.\n`;

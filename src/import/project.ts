import fs from 'node:fs';
import path from 'node:path';
import { outputFileSync } from 'fs-extra/esm';
import { DEFINITION_FILES } from '../api/definition.ts';
import { githubWorkflow } from '../hosts/github-pages/github-pages.ts';
import { isWithin } from '../publish/target.ts';
import { compiledFile, VERSION } from '../util/package.ts';
import { UsageError } from '../util/problem.ts';
import { exists, foldersFrom, unlessAbsent } from '../util/system-error.ts';
import { escapeMarkdown } from '../util/text.ts';
import type { NewCollection } from './collection.ts';
import type { Repository } from './repository.ts';

/** What the files of a project depend on. `packed` is the path of this package in the project, if no registry has it. */
type Project = NewCollection & Repository & { readonly packed?: string };

/** The files of a project that its data does not determine, by their paths. */
export const projectFiles = (project: Project): Record<string, string> => ({
  '.gitignore': 'node_modules/\ndist/\nupload/\n',
  [project.workflow]: githubWorkflow(project.branch, project.folder),
  'README.md': readme(project),
  'package.json': packageJson(project.packed),
});

/** A new `package.json`. */
const packageJson = (packed: string | undefined): string => {
  const scripts = {
    dev: 'staticrest dev',
    build: 'staticrest build --host github-pages',
    preview: 'staticrest preview --plain',
    validate: 'staticrest validate',
  };
  const dependencies = { staticrest: packed ? `file:${packed}` : VERSION };
  const manifest = { private: true, type: 'module', scripts, dependencies };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

const readme = ({ title, name, source, packed, branch, workflow }: Project) => `\
# ${escapeMarkdown(title)}

This folder of records becomes an API of files, built with staticrest.

\`\`\`sh
npm install
npx staticrest dev  # serves the API at http://localhost:8080/ and rebuilds it after each change
npx staticrest build --host github-pages  # writes the site to dist/; build --help names other hosts
\`\`\`

- \`content/${name}/\` contains the records. ${source === undefined ? 'Edit them or add files.' : `\`npx staticrest pull\` fetches them again.`}
- \`api.mjs\` defines the fields, orderings, filters and page sizes.

Every record and field is published, unless \`isPublic\` or \`publish\` in \`api.mjs\` leaves it out. A public repository shows all of them.

## Publishing

1. In the GitHub repository, set *Settings → Pages → Source* to *GitHub Actions*.
2. If \`${branch}\` is not the default branch, allow it in *Settings → Environments → github-pages*.
3. Push to \`${branch}\`. \`${workflow}\` publishes the API and prints its address.
   The first page is \`https://<user>.github.io/<repository>/api/${name}.json\`.
${packed ? commitNote(packed) : ''}`;

const commitNote = (packed: string): string =>
  `\n\`${packed}\` is the generator. Commit it, because the workflow installs it; use \`git add --force\` if \`.gitignore\` excludes it.\n`;

/**
 * Where a project gets this package from: what its `package.json` names, else where this program is from.
 * @returns the path of the package in the project, unless a registry has it, and how to install it
 */
export function packageSource(folder: string, { root }: Repository) {
  const named = sourceIn(folder);
  const source = named ?? sourceOfProgram(folder) ?? VERSION;
  const install = (added: string) => (named ? 'npm install' : `npm install ${added}`);
  if (!path.isAbsolute(source)) return { install: install(`staticrest@${VERSION}`) };
  const file = path.relative(folder, source);
  const isPacked = /\.tgz$/.test(source) && isWithin(source, root);
  if (isPacked || isWithin(source, folder))
    return { packed: file, install: install(file.replace(/^(?!\.)/, './')) };
  const packed = `staticrest-${VERSION}.tgz`;
  const pack = `# Commit ${packed}: a CI runner does not have ${file}.\n  npm pack "${file}"`;
  return { packed, install: `${pack}\n  npm install ./${packed}` };
}

/** A checkout, or what the program was installed from: by the nearest folder above the project, or above itself. */
function sourceOfProgram(folder: string): string | undefined {
  const root = compiledFile('..');
  if (!/node_modules.\w+$/.test(root)) return root;
  const folders = [folder, path.join(root, '../..')].flatMap(foldersFrom);
  return folders.map(sourceIn).find((source) => source !== undefined);
}

/** What a `package.json` names, and what npm notes that it installed, also for a workspace. */
const NAMED = /"staticrest"\s*:\s*"(?:file:|link:)?([^"]*)"/;
const INSTALLED = /"node_modules\/staticrest": \{[^}]*?"resolved": "(?:file:)?([^"]*)"/;

/** The path in a dependency such as `file:../staticrest`, or the version in another one. */
function sourceIn(folder: string): string | undefined {
  const read = (file: string) =>
    unlessAbsent(() => fs.readFileSync(path.join(folder, file), 'utf8')) ?? '';
  const [, spec] =
    NAMED.exec(read('package.json')) ??
    INSTALLED.exec(read('node_modules/.package-lock.json')) ??
    [];
  return spec && /^[./]|^[^:]+\.tgz$/.test(spec) ? path.resolve(folder, spec) : spec;
}

/** @throws UsageError if a folder has a definition or a content folder */
export function assertNoProject(folder: string): void {
  const files = [...DEFINITION_FILES, 'content'].map((one) => path.join(folder, one));
  const existing = files.find(exists);
  if (existing === undefined) return;
  const help = 'Remove it, choose a folder without definition and content, or use init --add.';
  throw new UsageError(`${existing} already exists; nothing was written. ${help}`);
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Creates the files that do not exist yet. After an error, what it created stays.
 * @param files their texts by their paths below the folder
 * @returns the paths of those that were created
 */
export function createFiles(folder: string, files: Files): string[] {
  const at = (file: string) => path.join(folder, file);
  const absent = Object.keys(files).filter((file) => !exists(at(file)));
  for (const file of absent) outputFileSync(at(file), files[file] ?? '');
  return absent;
}

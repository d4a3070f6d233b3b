import fs from 'node:fs';
import path from 'node:path';
import { exists, foldersFrom, unlessAbsent } from '../util/system-error.ts';

export type Repository = ReturnType<typeof repositoryOf>;

/**
 * Where a project is in its Git repository. GitHub reads workflows at the root of a repository only.
 * @returns the root of the repository, or without one the folder of the project; the path of the project from there,
 * empty if it is the root; the path of the workflow from the project; the current branch, `main` without one,
 * where `.git` is a file, as in a worktree, and where HEAD names `.invalid`, as with reftables
 */
export function repositoryOf(project: string) {
  const full = path.resolve(project);
  const root = foldersFrom(full).find((one) => exists(path.join(one, '.git'))) ?? full;
  const head = unlessAbsent(() => fs.readFileSync(path.join(root, '.git/HEAD'), 'utf8'));
  const [, branch = 'main'] = /^ref: refs\/heads\/([^.].*)/.exec(head ?? '') ?? [];
  const folder = path.relative(root, full).replaceAll(path.sep, '/');
  const name = `publish-${folder}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/-$/, '');
  const workflow = path.posix.relative(folder, `.github/workflows/${name}.yml`);
  return { root, folder, workflow, branch };
}

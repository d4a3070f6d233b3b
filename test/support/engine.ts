import { existsSync } from 'node:fs';

/** A program that a test needs and npm does not install. */
export interface Program {
  /** Where it is; undefined where it is not. */
  readonly path: string | undefined;
  /** What to say of a test that needs it, where it is missing: how to install it. */
  readonly missing: string;
}

/**
 * Finds a program.
 * @param paths where it may be
 * @param install the command that installs it
 * @throws where it is missing and must not be: in CI, where nothing is to be skipped
 */
export function programAt(paths: readonly string[], install: string): Program {
  const path = paths.find((one) => existsSync(one));
  if (path === undefined && process.env.CI) {
    throw new Error(`${paths.join(' or ')} is missing; \`${install}\` installs it.`);
  }
  return { path, missing: `skipped without ${paths[0]}: \`${install}\` installs it` };
}

import fs from 'node:fs';
import path from 'node:path';
import { compiledFile } from '../util/compiled-file.ts';
import { unlessAbsent } from '../util/system-error.ts';
import { VERSION } from '../util/version.ts';

/**
 * Where a project gets this package from: what its `package.json` names, else where this program is from.
 * @param manifest the path of `package.json`, which need not exist
 * @returns the path of the package in the project, unless a registry has it, and how to install it
 */
export function packageSource(manifest: string): { packed?: string; install: string } {
  const named = sourceIn(manifest);
  const source = named ?? sourceOfProgram() ?? VERSION;
  const install = named ? 'npm install' : `npm install staticrest@${VERSION}`;
  if (!path.isAbsolute(source)) return { install };
  const file = path.relative(path.dirname(manifest), source);
  if (!/^\.\.|^\w:/.test(file)) return { packed: file, install };
  const packed = `staticrest-${VERSION}.tgz`;
  const note = `# Commit ${packed}: a CI runner does not have ${file}.`;
  return { packed, install: `${note}\n  npm pack "${file}"\n  npm install ./${packed}` };
}

/** A checkout, or what the program was installed from. */
function sourceOfProgram(): string | undefined {
  const root = compiledFile('..');
  return /node_modules.\w+$/.test(root) ? sourceIn(compiledFile('../../../package.json')) : root;
}

/** The path in a dependency such as `file:../staticrest`, or the version in another one. */
function sourceIn(manifest: string): string | undefined {
  const text = unlessAbsent(() => fs.readFileSync(manifest, 'utf8'));
  const [, spec] = /"staticrest"\s*:\s*"(?:file:|link:)?([^"]*)"/.exec(text ?? '') ?? [];
  return spec && /^[./]|^[^:]+\.tgz$/.test(spec) ? path.resolve(manifest, '..', spec) : spec;
}

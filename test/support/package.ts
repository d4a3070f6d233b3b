import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Runs a program in a folder; returns its standard output, and throws with all of it on failure. */
export function runProgram(cwd: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/**
 * Packs the package as for the registry.
 * @returns the archive, and the paths of the files in it
 */
export function packPackage(folder: string): { archive: string; files: string[] } {
  // Without scripts: compiling again would replace lib/ while other tests use it.
  const options = ['--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse(runProgram('.', 'npm', 'pack', ...options));
  return {
    archive: path.join(folder, filename),
    files: files.map((file: { path: string }) => file.path),
  };
}

/** Installs a packed package, and others by their names, in a folder. */
export function installPackage(folder: string, archive: string, ...others: string[]): void {
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--omit=dev'];
  runProgram(folder, 'npm', 'install', ...quietly, archive, ...others);
}

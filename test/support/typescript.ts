import { symlinkSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { temporaryFolder, writeFiles } from './folder.ts';

/** The compiler options of users' projects. */
const STRICT: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
};

/** The result of a compilation. */
export interface Compiled {
  /** The folder with the programs and their JavaScript. */
  readonly folder: string;
  /** The compiler's messages by program; programs without messages are absent. */
  readonly complaints: Readonly<Record<string, readonly string[]>>;
}

/** Compiles programs, by their names, in a folder with the packages of this project. */
export function compile(
  programs: Readonly<Record<string, string>>,
  options: ts.CompilerOptions = {},
): Compiled {
  const folder = temporaryFolder();
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
  writeFiles(folder, { 'package.json': '{"type":"module"}', ...programs });
  const files = Object.keys(programs).map((name) => path.join(folder, name));
  const program = ts.createProgram(files, { ...STRICT, ...options });
  const complaints: Record<string, string[]> = {};
  for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
    const name = path.relative(folder, file?.fileName ?? folder);
    const told = ts.flattenDiagnosticMessageText(messageText, '\n');
    complaints[name] = [...(complaints[name] ?? []), told];
  }
  program.emit();
  return { folder, complaints };
}

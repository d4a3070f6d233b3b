import { baseFromEnvironment, isLocal, localBase, parseBase } from '../base.ts';
import { type BuildReport, build } from '../build.ts';
import { type ApiOptions, loadApi } from './api.ts';
import { interruptible } from './interrupt.ts';
import { counted, progressLine, seconds, sized } from './terminal.ts';

export interface BuildArguments extends ApiOptions {
  readonly content: string;
  readonly out: string;
  readonly baseUrl?: string | undefined;
}

/** `staticrest build` */
export async function buildCommand(options: BuildArguments): Promise<void> {
  const base =
    options.baseUrl === undefined
      ? (baseFromEnvironment(process.env) ?? localBase(8080))
      : parseBase(options.baseUrl, '--base-url');
  await buildSite(options, base);
  if (isLocal(base)) {
    console.log(`Links point at ${base}, which only this machine can follow.`);
    console.log('To publish it, build with --base-url and the address where the site will be.');
  } else {
    console.log(`Links point at ${base}; publish the folder there.`);
  }
}

/** Builds a site and reports it. Ctrl-C ends the build and leaves the site as it was. */
async function buildSite(options: BuildArguments, base: string): Promise<void> {
  const start = performance.now();
  const progress = progressLine();
  const { signal, ...interruption } = interruptible();
  try {
    const { content, out } = options;
    const { update: onProgress } = progress;
    const api = await loadApi(options);
    const report = await build({ api, content, out, base, onProgress, signal });
    progress.clear();
    console.log(builtLine(report, out, performance.now() - start));
  } finally {
    progress.clear();
    interruption.end();
  }
}

/** `2,884 records → dist: 15,694 files, 177.1 MB, in 2.1 s` */
export function builtLine(
  { records, files, bytes }: BuildReport,
  out: string,
  milliseconds: number,
): string {
  const made = `${counted(files, 'file')}, ${sized(bytes)}, in ${seconds(milliseconds)}`;
  return `${counted(records, 'record')} → ${out}: ${made}`;
}

import { baseFromEnvironment, isLocal, localBase, parseBase } from '../base.ts';
import { type BuildReport, build } from '../build.ts';
import { type ApiOptions, loadApi } from './api.ts';
import { counted, progressLine, since, sized } from './terminal.ts';

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
export async function buildSite(options: BuildArguments, base: string): Promise<BuildReport> {
  const start = performance.now();
  const progress = progressLine();
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort();
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  try {
    const report = await build({
      api: await loadApi(options),
      content: options.content,
      out: options.out,
      base,
      onProgress: progress.update,
      signal: interrupt.signal,
    });
    progress.clear();
    const { records, files, bytes } = report;
    const made = `${counted(files, 'file')}, ${sized(bytes)}, in ${since(start)}`;
    console.log(`${counted(records, 'record')} → ${options.out}: ${made}`);
    return report;
  } finally {
    progress.clear();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
}

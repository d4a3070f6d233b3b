import { checkContent } from '../build/build.ts';
import { formatCount } from '../util/text.ts';
import { type ApiOptions, loadApi } from './api.ts';
import { formatSeconds, progressLine } from './terminal.ts';

export interface ValidateArguments extends ApiOptions {
  readonly content: string;
}

/** `staticrest validate` */
export async function validateCommand(options: ValidateArguments): Promise<void> {
  const start = performance.now();
  const progress = progressLine();
  try {
    const api = await loadApi(options);
    const { content } = options;
    const { count } = await checkContent({ api, content, onProgress: progress.update });
    progress.clear();
    console.log(
      `${formatCount(count, 'record')} to publish in ${content}, no problem, in ${formatSeconds(performance.now() - start)}`,
    );
  } finally {
    progress.clear();
  }
}

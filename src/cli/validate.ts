import { counted } from '../amount.ts';
import { checkContent } from '../build.ts';
import { type ApiOptions, loadApi } from './api.ts';
import { progressLine, seconds } from './terminal.ts';

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
      `${counted(count, 'record')} to publish in ${content}, no problem, in ${seconds(performance.now() - start)}`,
    );
  } finally {
    progress.clear();
  }
}

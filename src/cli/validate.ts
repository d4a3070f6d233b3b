import { checkContent } from '../build/build.ts';
import { formatCount } from '../util/text.ts';
import { type ApiArguments, loadApi } from './api.ts';
import { runTask } from './terminal.ts';

/** `staticrest validate` */
export async function validateCommand(options: ApiArguments): Promise<void> {
  const { content } = options;
  const api = await loadApi(options);
  const { result, time } = await runTask((task) => checkContent({ api, content, ...task }));
  console.log(`${formatCount(result.count, 'record')} in ${content}, no problems, in ${time}`);
}

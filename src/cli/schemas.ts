import { writeSchemas } from '../content/schema-files.ts';
import { type ApiArguments, findApi } from './api.ts';

/** `staticrest schemas` */
export async function schemasCommand(options: ApiArguments): Promise<void> {
  const { content } = options;
  const api = await findApi(options).load();
  for (const file of writeSchemas(api, content)) console.log(`${content}/${file}`);
  console.log(`\n${HINT}`);
}

const HINT =
  'An editor with yaml-language-server completes and checks a YAML file if its first line names the schema.\n' +
  'For a file in a subfolder of its collection:\n' +
  '  # yaml-language-server: $schema=../.schema.json';

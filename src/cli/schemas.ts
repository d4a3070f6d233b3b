import { writeSchemas } from '../server/schemas.ts';
import { type ApiArguments, loadApi } from './api.ts';

/** `staticrest schemas` */
export async function schemasCommand(options: ApiArguments): Promise<void> {
  const { content } = options;
  const { api } = await loadApi(options);
  for (const file of writeSchemas(api, content)) console.log(`${content}/${file}`);
  console.log(`\n${HINT}`);
}

const HINT =
  'Editors with yaml-language-server complete and check a YAML file whose first line names its schema.\n' +
  'For a file in a folder below that of its collection:\n' +
  '  # yaml-language-server: $schema=../.schema.json';

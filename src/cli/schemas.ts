import { writeSchemas } from '../server/schemas.ts';
import { type ApiOptions, loadApi } from './api.ts';

export interface SchemasArguments extends ApiOptions {
  readonly content: string;
}

/** `staticrest schemas` */
export async function schemasCommand(options: SchemasArguments): Promise<void> {
  const { content } = options;
  for (const file of writeSchemas(await loadApi(options), content)) {
    console.log(`${content}/${file}`);
  }
  console.log(`\n${TOLD}`);
}

const TOLD =
  'An editor with yaml-language-server completes and checks a YAML file whose first line leads there,\n' +
  'from a folder below its collection’s such as this:\n' +
  '  # yaml-language-server: $schema=../.schema.json';

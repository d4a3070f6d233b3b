import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApi } from '../../src/describe/openapi/document.ts';

/** Any part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: each test checks what it reads
type Part = any;
type Keys = readonly (string | number)[];

const ROOT = 'openapi.json';
const pointer = (keys: Keys) =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Compares responses with an OpenAPI document. */
export class OpenApiCheck {
  readonly #ajv = new Ajv2020({ allowUnionTypes: true });

  constructor(private readonly document: OpenApi) {
    addFormats.default(this.#ajv);
    // https://spec.openapis.org/registry/format/decimal
    this.#ajv.addFormat('decimal', true);
    // The document is not a schema, but contains some.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema(document, ROOT);
  }

  /** A part of the document. References are followed. */
  part(keys: Keys): { keys: Keys; value: Part } {
    const value = keys.reduce<Part>((part, key) => part?.[key], this.document);
    const target: unknown = value?.$ref;
    return typeof target === 'string' ? this.part(target.slice(2).split('/')) : { keys, value };
  }

  /**
   * The errors of a value under a schema of the document.
   * @throws Error where the schema is invalid or absent
   */
  errorsOf(keys: Keys, value: unknown): string[] {
    const validate = this.#ajv.getSchema(`${ROOT}#${pointer(keys)}`);
    if (!validate) throw new Error(`The document has no schema at ${keys}.`);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  /** How a response to the GET of a path differs from the document. */
  differences(path: string, { status, headers }: Response, text: string): string[] {
    const response = this.part(['paths', path, 'get', 'responses', status]);
    if (!response.value) return [`The status ${status} is not described.`];
    const found = this.#headerErrors(response.value.headers, headers);
    const type = headers.get('content-type') ?? '';
    const types = Object.keys(response.value.content ?? {});
    if (types.length === 0) return text === '' ? found : [...found, 'There is a body.'];
    if (!types.includes(type)) return [...found, `The type ${type} is not described.`];
    const schema = [...response.keys, 'content', type, 'schema'];
    return [...found, ...this.errorsOf(schema, JSON.parse(text))];
  }

  /** Errors have the headers of other responses, except `ETag`: `info` says so. */
  #headerErrors(described: object | undefined, headers: Headers): string[] {
    const all = Object.keys(this.document.components.headers ?? {}).filter(
      (name) => name !== 'ETag',
    );
    return (described ? Object.keys(described) : all).flatMap((name) => {
      const { keys, value } = this.part(['components', 'headers', name]);
      const given = headers.get(name);
      if (given === null) return value.required ? [`${name} is missing.`] : [];
      return this.errorsOf([...keys, 'schema'], given).map((error) => `${name}${error}`);
    });
  }
}

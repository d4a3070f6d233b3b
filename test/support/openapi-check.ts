import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApi } from '../../src/describe/openapi/document.ts';

/** Any part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: each test checks what it reads
export type Part = any;
type Keys = readonly (string | number)[];

const ROOT = 'openapi.json';
const pointer = (keys: Keys) =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Headers that servers add to any response, or that the description of a body has. */
const IMPLIED =
  /^(?:date|connection|keep-alive|transfer-encoding|content-(?:encoding|length|type))$/;

/** Compares responses with an OpenAPI document. */
export class OpenApiCheck {
  readonly #ajv = new Ajv2020({ allowUnionTypes: true });

  constructor(readonly document: OpenApi) {
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

  /** The parameters of the GET of a path. */
  parameters(path: string) {
    const keys = ['paths', path, 'get', 'parameters'];
    return [...this.part(keys).value.keys()].map((index: number) => this.part([...keys, index]));
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

  /**
   * How a response to the GET of a path differs from the document.
   * @param text that of its body; absent where the request asks for none
   */
  differences(path: string, status: number, headers: Headers, text?: string): string[] {
    const response = this.part(['paths', path, 'get', 'responses', status]);
    if (!response.value) return ['The status is not described.'];
    const found = this.#headerErrors(response, headers);
    if (text === undefined) return found;
    const type = headers.get('content-type') ?? '';
    const types = Object.keys(response.value.content ?? {});
    if (types.length === 0) return text === '' ? found : [...found, 'There is a body.'];
    if (!types.includes(type)) return [...found, `The type ${type} is not described.`];
    const schema = [...response.keys, 'content', type, 'schema'];
    return [...found, ...this.errorsOf(schema, JSON.parse(text))];
  }

  #headerErrors(response: { keys: Keys; value: Part }, headers: Headers): string[] {
    const described = Object.keys(response.value.headers ?? {});
    const names = new Set(described.map((name) => name.toLowerCase()));
    const others = [...headers.keys()].filter((name) => !names.has(name) && !IMPLIED.test(name));
    const errors = described.flatMap((name) => {
      const { keys, value } = this.part([...response.keys, 'headers', name]);
      const given = headers.get(name);
      if (given === null) return value.required ? [`${name} is missing.`] : [];
      return this.errorsOf([...keys, 'schema'], given).map((error) => `${name}${error}`);
    });
    return [...others.map((name) => `The header ${name} is not described.`), ...errors];
  }
}

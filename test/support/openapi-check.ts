import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApi } from '../../src/describe/openapi/document.ts';
import type { Answer } from './ask.ts';

/** Any part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects to find
type Part = any;

const ROOT = 'openapi.json';
const pointer = (keys: readonly (string | number)[]) =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Compares responses with an OpenAPI document. */
export class OpenApiCheck {
  readonly #ajv = new Ajv2020({ allowUnionTypes: true });

  constructor(private readonly document: OpenApi) {
    addFormats.default(this.#ajv);
    // The document is not a schema, but contains some.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema(document, ROOT);
  }

  /** Throws where a schema of the document is invalid, or refers to something that is not there. */
  compile(): void {
    for (const name of Object.keys(this.document.components.schemas)) {
      this.#schema(['components', 'schemas', name]);
    }
  }

  /** A part of the document. References are followed. */
  part(keys: readonly (string | number)[]): { keys: readonly (string | number)[]; value: Part } {
    const value = keys.reduce<Part>((part, key) => part?.[key], this.document);
    const target: unknown = value?.$ref;
    return typeof target === 'string' ? this.part(target.slice(2).split('/')) : { keys, value };
  }

  /** The errors of a value under a schema of the document. */
  wrongs(keys: readonly (string | number)[], value: unknown): string[] {
    const validate = this.#schema(keys);
    validate(value);
    const said = ({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`;
    return (validate.errors ?? []).map(said);
  }

  /** How a response to the GET of a path differs from the document. */
  answerWrongs(path: string, { status, headers, body }: Answer): string[] {
    const response = this.part(['paths', path, 'get', 'responses', status]);
    if (!response.value) return [`The status ${status} is not described.`];
    const wrongs = this.#headerWrongs(response.value.headers, headers);
    const [type = ''] = headers['content-type'] ?? [];
    const types = Object.keys(response.value.content ?? {});
    if (types.length === 0) return body.length > 0 ? [...wrongs, 'There is a body.'] : wrongs;
    if (!types.includes(type)) return [...wrongs, `The type ${type} is not described.`];
    const schema = [...response.keys, 'content', type, 'schema'];
    return [...wrongs, ...this.wrongs(schema, JSON.parse(body.toString()))];
  }

  /** Errors have the headers of other responses, except `ETag`: `info` says so. */
  #headerWrongs(described: object | undefined, headers: Answer['headers']): string[] {
    const all = Object.keys(this.document.components.headers).filter((name) => name !== 'ETag');
    return Object.keys(described ?? Object.fromEntries(all.map((name) => [name, {}]))).flatMap(
      (name) => {
        const { keys, value } = this.part(['components', 'headers', name]);
        const given = headers[name.toLowerCase()] ?? [];
        if (given.length === 0) return value.required ? [`${name} is missing.`] : [];
        return given.flatMap((one) =>
          this.wrongs([...keys, 'schema'], one).map((wrong) => `${name}${wrong}`),
        );
      },
    );
  }

  #schema(keys: readonly (string | number)[]) {
    const id = `${ROOT}#${pointer(keys)}`;
    const known = this.#ajv.getSchema(id);
    if (known) return known;
    throw new Error(`The document has no schema at ${id}.`);
  }
}

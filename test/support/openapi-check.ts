import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApi } from '../../src/describe/openapi/document.ts';
import type { Answer } from './ask.ts';

/** What a test reads of a document, wherever a reference may stand. */
// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects to find
type Part = any;

const ROOT = 'openapi.json';
const pointer = (keys: readonly (string | number)[]) =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Compares answers with what a document says of them. */
export class OpenApiCheck {
  readonly #ajv = new Ajv2020({ allowUnionTypes: true });

  constructor(private readonly document: OpenApi) {
    addFormats.default(this.#ajv);
    // The document is no schema, but it holds some.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema(document, ROOT);
  }

  /** Is every shape of the document a JSON Schema, and everything that it refers to there? */
  compile(): void {
    for (const name of Object.keys(this.document.components.schemas)) {
      this.#schema(['components', 'schemas', name]);
    }
  }

  /** A part of the document, where a reference leads if it is one. */
  part(keys: readonly (string | number)[]): { keys: readonly (string | number)[]; value: Part } {
    const value = keys.reduce<Part>((part, key) => part?.[key], this.document);
    const target: unknown = value?.$ref;
    return typeof target === 'string' ? this.part(target.slice(2).split('/')) : { keys, value };
  }

  /** What is wrong with a value that should have a shape of the document. */
  wrongs(keys: readonly (string | number)[], value: unknown): string[] {
    const validate = this.#schema(keys);
    validate(value);
    const said = ({ instancePath, message }: ErrorObject) => `${instancePath} ${message}`;
    return (validate.errors ?? []).map(said);
  }

  /** What is otherwise in an answer to the GET of a path than the document says. */
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

  /** Errors have those of the others but for the tag: `info` says so. */
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

import fc from 'fast-check';
import type { OpenApiCheck, Part } from './openapi-check.ts';

/*
 * Requests that are made from an OpenAPI document: each parameter with texts that its schema allows and with others,
 * and names that a path does not list.
 */

/** A request that is made from a document. */
export interface DescribedRequest {
  /** The path and query, relative to the base address. */
  readonly target: string;
  /** Absent: GET. */
  readonly method?: string;
  /** The statuses that the document has for it. */
  readonly statuses: readonly number[];
  /** True if the query changes nothing, or if the response is the example of the operation. */
  readonly isIgnored?: boolean;
  readonly isExample?: boolean;
  /** True if an error is one of those in the description of the response. */
  readonly isWrong?: boolean;
}

/** A Parameter Object, and texts for it. */
interface Parameter {
  readonly value: Part;
  /** Those that its schema allows, and others. */
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

type Pair = readonly [name: string, text: string];

const UUID = '1b4aacb5-5655-4e8e-b15e-7fed69afbf54';
const UUIDS = [UUID, UUID.toUpperCase(), UUID.replaceAll('-', '')];

/** Texts that a schema may allow or not, whatever the API. */
const TEXTS = [
  ...'1 2 7 20 37 050 +20 1.5 1e3 -1 true false TRUE 9007199254740992 all ALL none'.split(' '),
  ...'json api xml label --label uuid name,label label,-label a,b,a 1,x san'.split(' '),
  ...'2025-05-05 2024-02-29 2025-02-30 2025-05-05T00:00 2025-05-05T00:00:00'.split(' '),
  ...'2025-05-05T00:00:00Z 2025-05-05t00:00:00z 2025-05-05T00:00:00.123456789+05:30'.split(' '),
  ...'2016-12-31T23:59:60Z 2025-05-05T24:00:00Z 2025-13-05T00:00:00Z'.split(' '),
  ...[...UUIDS, 'two words', '🚲'],
];
/** Those for an address by path too, which has only a few values of each parameter. */
const FEW_TEXTS = ['0', '\0', '%41&x=y#?'];

/** Names that an API may have or not. */
const NAMES = ['utm_source', 'format', 'ordering', 'limit', 'page'];

const ERRORS = [400, 404];
const ANY = [200, ...ERRORS];

/** The requests to a path of a document. */
export class DescribedRequests {
  readonly #inPath: readonly Parameter[];
  readonly #inQuery: readonly Parameter[];
  readonly #isFile: boolean;

  /** @param composes false for a host with rules */
  constructor(
    private readonly check: OpenApiCheck,
    private readonly path: string,
    private readonly composes: boolean,
  ) {
    const parameters = parametersOf(check, path);
    this.#inPath = parameters.filter(({ value }) => value.in === 'path');
    this.#inQuery = parameters.filter(({ value }) => value.in === 'query');
    this.#isFile = path.endsWith('.json');
  }

  /** All requests, first the one without a query. */
  all(): DescribedRequest[] {
    const all = [...this.#forms(), ...this.#paths(), ...this.#queries(), ...this.#unlisted()];
    // There may be no record whose key is known.
    const isFound = this.#inPath.every((one) => this.#knownText(one) !== undefined);
    return isFound ? all : all.map((one) => ({ ...one, statuses: [...one.statuses, 404] }));
  }

  /** The path with the known texts of its parameters, and with another one for one of them. */
  #pathWith(changed?: Parameter, text = ''): string {
    return this.#inPath.reduce((target, one) => {
      const own = one === changed ? text : (this.#knownText(one) ?? 'unknown');
      return target.replace(`{${one.value.name}}`, encodeURIComponent(own));
    }, this.path);
  }

  #targetWith(...pairs: readonly Pair[]): string {
    const texts = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
    return `${this.#pathWith()}?${texts.join('&')}`;
  }

  /** A text of a parameter in the path with which there is an answer; undefined for an unknown key. */
  #knownText({ value: { name, example, schema } }: Parameter): string | undefined {
    const limit = this.#inPath.find(({ value }) => value.name === 'limit')?.value.schema.enum[0];
    // An offset is a multiple of the limit before it.
    const place = name === 'offset' ? limit : schema.minimum;
    return (example ?? schema.enum?.[0] ?? place)?.toString();
  }

  *#forms(): Generator<DescribedRequest> {
    const target = this.#pathWith();
    yield { target, statuses: [200] };
    yield { target, statuses: [200], method: 'HEAD' };
    if (!this.#isFile) {
      yield { target, statuses: [200], method: 'OPTIONS' };
      yield { target, statuses: [405], method: 'POST' };
      yield { target: target.slice(0, -1), statuses: [301] };
    }
    const pairs = this.#inQuery.flatMap(({ value: { name, example } }): Pair[] =>
      example === undefined ? [] : [[name, String(example)]],
    );
    yield { target: this.#targetWith(...pairs), statuses: [200], isExample: true };
  }

  *#paths(): Generator<DescribedRequest> {
    const isListed = this.#inPath.every(({ value }) => value.schema.enum);
    const allowed = isListed ? [200] : [200, 404];
    // Hosts with code answer more pages by path than there are files.
    const refused = this.#isFile ? ANY : [404];
    for (const one of this.#inPath) {
      for (const text of [...one.allowed, ...one.refused]) {
        const others = UUIDS.includes(text) ? ANY : refused;
        const statuses = one.allowed.includes(text) ? allowed : others;
        yield { target: this.#pathWith(one, text), statuses, isWrong: !this.#isFile };
      }
    }
  }

  *#queries(): Generator<DescribedRequest> {
    for (const one of this.#inQuery) {
      const pairs = [...one.allowed, ...one.refused].map((text): Pair => [one.value.name, text]);
      for (const pair of pairs) {
        const statuses = this.#statusesOf(one, pair[1]);
        yield { target: this.#targetWith(pair), statuses, isWrong: true };
      }
      const [first = [one.value.name, '']] = pairs;
      yield { target: this.#targetWith(first, first), statuses: [400] };
      yield { target: this.#targetWith([`${one.value.name}[]`, first[1]]), statuses: [400] };
      const empty = this.#targetWith([one.value.name, '']);
      yield { target: empty, statuses: [200], isIgnored: true };
    }
  }

  /** The statuses for a text of a parameter in the query. */
  #statusesOf({ value, allowed }: Parameter, text: string): readonly number[] {
    if (!allowed.includes(text)) return isLenient(value.schema) ? ANY : ERRORS;
    // How many pages there are depends on the other parameters.
    if (this.composes) return value.name === 'page' ? [200, 404] : [200];
    const { 'x-prerendered': prerendered } = value;
    if (!prerendered) return ANY;
    return prerendered.map(String).includes(text) ? [200] : ERRORS;
  }

  /** Requests with names that the path does not list. */
  *#unlisted(): Generator<DescribedRequest> {
    const { description } = this.check.document.info;
    const refuses = /unknown parameters get 400/i.test(description);
    // Rules ignore them at a record.
    const isRefused = refuses && (this.composes || this.#inPath.length === 0);
    const statuses = [isRefused ? 400 : 200];
    const listed = this.#inQuery.map(({ value }) => value.name);
    const names = this.#isFile ? ['utm_source'] : NAMES.filter((one) => !listed.includes(one));
    for (const name of names)
      yield { target: this.#targetWith([name, '1']), statuses, isIgnored: true };
    // Where the parameters are in the path, one in the query is an error.
    const own = this.#inPath.map(({ value }) => value.name);
    const known = own.filter((name) => this.path.includes(`/${name}/`));
    for (const name of this.#isFile ? [...known, 'format'] : [])
      yield { target: this.#targetWith([name, '1']), statuses: [400], isWrong: true };
  }
}

/** The parameters of a path, and texts that name values of them, are at the limits of their schemas, or are wrong. */
const parametersOf = (check: OpenApiCheck, path: string): Parameter[] =>
  check.parameters(path).map(({ keys, value }) => {
    const others = path.endsWith('.json') ? FEW_TEXTS : [...FEW_TEXTS, ...TEXTS];
    const texts = [...new Set([...ownTexts(value), ...others])].filter(Boolean);
    const withResult = (result: boolean) =>
      texts.filter((text) => isAllowed(check, [...keys, 'schema'], text) === result);
    return { value, allowed: withResult(true), refused: withResult(false) };
  });

/** Whether a schema allows a text; undefined for another form of an allowed value, such as 05. */
function isAllowed(check: OpenApiCheck, schema: readonly (string | number)[], text: string) {
  const numbers = Number.isNaN(Number(text)) ? [] : [Number(text)];
  const booleans = [true, false].filter((one) => String(one) === text);
  const values = [text, ...numbers, ...booleans];
  const valid = values.filter((one) => check.errorsOf(schema, one).length === 0);
  return valid.length === 0 ? false : valid.some((one) => String(one) === text) || undefined;
}

/** Texts that a parameter names, and some at the limits of its schema. */
function ownTexts({ in: place, schema, example, 'x-prerendered': prerendered }: Part): string[] {
  const texts: string[] = [];
  JSON.stringify({ schema, example, prerendered }, (key, value) => {
    if (typeof value !== 'object') texts.push(...textsOf(key, value).map(String));
    return value;
  });
  const few = place === 'query' ? texts.slice(0, 8) : [];
  const pairs = few.flatMap((one, index) => [`${one},${one}`, `${one},${few[index + 1]}`]);
  return [...texts, ...pairs];
}

/** Texts that a keyword of a schema names, or that are at its limit. */
function textsOf(key: string, value: unknown): readonly unknown[] {
  if (key === 'maxLength') {
    const most = 'x'.repeat(Math.max(0, Number(value) - 1));
    return [`${most}🚲`, `${most}xx`];
  }
  if (typeof value === 'number') return [value, value - 1, value + 1];
  if (key !== 'pattern') return [value];
  const named = String(value).match(/[-\w]+/g) ?? [];
  // fast-check has no look-around.
  if (/\(\?<?[=!]/.test(String(value))) return named;
  const matching = fc.stringMatching(new RegExp(String(value), 'u'));
  // The same texts at every run.
  return [...named, ...fc.sample(matching, { seed: 1, numRuns: 5 })];
}

/** True if values are also accepted in other forms, which *Requests* describes: `+20`, `TRUE`, a day for a time. */
const isLenient = ({ type, format, pattern = '' }: Part): boolean =>
  type === 'number' || type === 'boolean' || Boolean(format) || String(pattern).includes('\\d');

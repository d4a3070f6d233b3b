import type { OpenApi } from '../../src/describe/openapi/document.ts';
import { type DescribedRequest, DescribedRequests } from './described-requests.ts';
import { OpenApiCheck, type Part } from './openapi-check.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request for a target, which is relative to the base address. */
type Send = (
  target: string,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
) => Promise<Answer>;

/** Sends the requests of a document to hosts, and collects how their answers differ from it. */
export class DescribedAnswers {
  readonly #check: OpenApiCheck;
  readonly #differences = new Map<string, string>();
  /** Errors as JSON by their paths in the document; those of other paths by an empty one. */
  readonly #errors = new Map<string, Set<string>>();

  constructor(private readonly document: OpenApi) {
    this.#check = new OpenApiCheck(document);
  }

  /** The differences, each with its first request. */
  get differences(): string[] {
    return [...this.#differences.values()];
  }

  /** @param composes false for a host with rules, which is only asked by query */
  async compareHost(send: Send, composes = true): Promise<void> {
    const paths = Object.keys(this.document.paths);
    for (const path of composes ? paths : paths.filter((one) => !one.endsWith('.json'))) {
      const [first, ...others] = new DescribedRequests(this.#check, path, composes).all();
      if (first) await this.#comparePath(path, send, first, others);
    }
    this.#keepError('', await send('/api/no-such-collection/', { method: 'GET', headers: {} }));
  }

  async #comparePath(
    path: string,
    send: Send,
    first: DescribedRequest,
    others: readonly DescribedRequest[],
  ): Promise<void> {
    const base = await this.#compare(path, send, first);
    const ETag = base.headers.get('ETag');
    const known = { ...first, statuses: [304] };
    if (ETag) await this.#compare(path, send, known, { 'If-None-Match': ETag });
    for (const request of others) {
      const { status, text } = await this.#compare(path, send, request);
      if (request.isIgnored && status === 200 && text !== base.text)
        this.#report(request.target, 'An ignored parameter changes the body.');
      const error = status >= 400 && request.isWrong && errorOf({ status, text });
      if (error && !this.#errorExamples(path, status).has(error))
        this.#report(request.target, `The body of ${status} is no example.`);
      if (request.isExample && status === 200) this.#compareExample(path, request.target, text);
    }
  }

  /** Requires that the example of each error is the body of an answer. */
  compareErrors(): void {
    for (const path of Object.keys(this.document.paths)) {
      for (const status of [400, 404]) {
        for (const [error, name] of this.#errorExamples(path, status)) {
          if (![path, ''].some((one) => this.#errors.get(one)?.has(error)))
            this.#report(path, `No answer is the example ${name} of ${status}.`);
        }
      }
    }
  }

  /** The names of the examples of errors by the errors, in the form in which they are kept. */
  #errorExamples(path: string, status: number): Map<string, string> {
    const examples = Object.entries<Part>(this.#content(path, status).examples ?? {});
    return new Map(
      examples.map(([name, { $ref }]) => {
        const { value } = this.#check.part($ref.slice(2).split('/')).value;
        return [JSON.stringify({ status, value }), name];
      }),
    );
  }

  #compareExample(path: string, target: string, text: string): void {
    const shown = JSON.stringify(this.#content(path, 200).example, cutLists);
    if (shown !== undefined && shown !== JSON.stringify(JSON.parse(text), cutLists))
      this.#report(target, 'The answer is not the example.');
  }

  /** Compares the answer to a request with the response that the document has for it. */
  async #compare(
    path: string,
    send: Send,
    { target, method = 'GET', statuses }: DescribedRequest,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const answer = await send(target, { method, headers });
    const { status, text } = answer;
    const request = `${method} ${target}`;
    if (!statuses.includes(status)) {
      const expected = `expected ${statuses.join(' or ')}, answered ${status}`;
      this.#report(request, expected, `${target.match(/(?<=[?&])[^=]*/g)} ${expected}`);
    }
    // The document has words for the others.
    if (!['GET', 'HEAD'].includes(method) || status === 301) return answer;
    const found = this.#check.differences(
      path,
      status,
      answer.headers,
      method === 'HEAD' ? undefined : text,
    );
    for (const difference of found) this.#report(request, `${status}: ${difference}`);
    if (status >= 400 && method === 'GET') this.#keepError(path, answer);
    return answer;
  }

  #keepError(path: string, answer: Answer): void {
    this.#errors.set(path, (this.#errors.get(path) ?? new Set()).add(errorOf(answer)));
  }

  #content(path: string, status: number): Part {
    const { value } = this.#check.part(['paths', path, 'get', 'responses', status]);
    return value?.content?.['application/json'] ?? {};
  }

  /** @param key the same for differences of which the first is enough */
  #report(target: string, difference: string, key = difference): void {
    if (!this.#differences.has(key)) this.#differences.set(key, `${target} -> ${difference}`);
  }
}

const errorOf = ({ status, text }: Pick<Answer, 'status' | 'text'>): string =>
  JSON.stringify({ status, value: JSON.parse(text) });

/** An example has the first elements of a list, and of features. */
const cutLists = (key: string, value: unknown): unknown =>
  Array.isArray(value) && ['', 'features'].includes(key) ? value.slice(0, key ? 2 : 3) : value;

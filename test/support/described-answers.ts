import { basePath } from '../../src/core/grid.ts';
import { reply } from '../../src/core/reply.ts';
import { resolve, splitTarget } from '../../src/core/resolve.ts';
import { type OpenApi, openApiOf } from '../../src/describe/openapi/document.ts';
import { type DescribedRequest, DescribedRequests } from './described-requests.ts';
import { OpenApiCheck } from './openapi-check.ts';
import type { RenderedSite } from './rendered-site.ts';
import { resolveByRules } from './rules.ts';

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
      if (request.isExample && status === 200) this.#compareExample(path, request.target, text);
      const isError = request.isWrong && status >= 400;
      if (isError && !this.#sentences(path, status).some((one) => errorIn(text).startsWith(one)))
        this.#report(request.target, `Not in the description of ${status}: ${text}`);
    }
  }

  #sentences(path: string, status: number): string[] {
    const { description }: { description: string } = this.#response(path, status);
    return description.split(/(?<=\.) /).filter(Boolean);
  }

  #compareExample(path: string, target: string, text: string): void {
    const { example } = this.#response(path, 200).content['application/json'];
    const shown = JSON.stringify(example, cutLists);
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
    const body = method === 'HEAD' ? undefined : text;
    for (const difference of this.#check.differences(path, status, answer.headers, body))
      this.#report(request, `${status}: ${difference}`);
    return answer;
  }

  #response(path: string, status: number) {
    return this.#check.part(['paths', path, 'get', 'responses', status]).value;
  }

  /** @param key the same for differences of which the first is enough */
  #report(target: string, difference: string, key = difference): void {
    if (!this.#differences.has(key)) this.#differences.set(key, `${target} -> ${difference}`);
  }
}

/** What an error says. A description has one sentence for all filters. */
const errorIn = (text: string): string =>
  JSON.parse(text).detail.replace(
    /(?<=value of )(?!(?:format|ordering|limit|offset|page|page_size) )\S+/,
    'a filter',
  );

/** An example has the first elements of a list. */
const cutLists = (key: string, value: unknown): unknown =>
  Array.isArray(value) && key === '' ? value.slice(0, 3) : value;

/** How the answers of hosts with code and with rules differ from the OpenAPI document of a site. */
export async function findDifferences({ described, site }: RenderedSite): Promise<string[]> {
  const answers = new DescribedAnswers(openApiOf(described));
  for (const resolver of [resolve, resolveByRules]) {
    await answers.compareHost(async (target, { method, headers: sent }) => {
      const request = { method, ...splitTarget(basePath(site.grid) + target) };
      const conditions = { method, ifNoneMatch: sent['If-None-Match'] };
      const replying = reply(site, resolver(site.grid, request), conditions);
      const { status, headers, body } = await replying;
      return { status, headers: new Headers(headers), text: String(Buffer.from(body ?? [])) };
    }, resolver === resolve);
  }
  return answers.differences;
}

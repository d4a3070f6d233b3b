import { relativePathOf } from '../../core/endpoint.ts';
import type { CollectionGrid } from '../../core/grid.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { templateOf } from '../template.ts';
import type { ToldCollection } from './collection.ts';
import { labelIn, titleIn } from './field.ts';
import { type Html, html } from './html.ts';

/** What stands for the address of the page's own folder, until a script puts it there. */
const BASE = html`<span data-base>{base}</span>`;

/** How a program uses the API: a typed client, and a shell. */
export function clientSection(collections: readonly ToldCollection[], worker?: string): Html {
  const rich = collections.find(({ collection }) => collection.pagination) ?? collections.at(0);
  return html`
<section id="typed-client" aria-labelledby="typed-client-title">
<h2 id="typed-client-title">From a program</h2>
<p>${BASE} is the address of the folder that this page is in. There is no key, no quota and no cookie; any page of the web may ask (<code>Access-Control-Allow-Origin:&#160;*</code>).</p>
${worker !== undefined && FILES_ONLY}
${rich && html`${typedClient(rich)}${shell(rich)}`}
</section>`;
}

/** A service worker answers nobody but a browser. */
const FILES_ONLY = html`
<p class="note">This host sends files only, and a service worker in the browser answers the addresses of the API: <code>curl</code>, and programs that run elsewhere than on a page of this site, get none of these answers here. They need the site on a host with rules or code.</p>`;

function typedClient({ collection, about }: ToldCollection): Html {
  return html`
<h3>TypeScript</h3>
<p><a href="types.d.ts">types.d.ts</a> knows every path, parameter and field, and <a href="https://openapi-ts.dev/openapi-fetch/"><code>openapi-fetch</code></a> is a <code>fetch</code> that reads them: a field or an ordering that does not exist is an error in the editor.</p>
<pre tabindex="0" data-copy aria-label="How to install it"><code>npm install openapi-fetch
curl -O ${BASE}/types.d.ts</code></pre>
<pre tabindex="0" data-copy aria-label="A typed client"><code>${walk(collection, about.record)}</code></pre>
<p>Another language has its own generator for <a href="openapi.json">openapi.json</a>.</p>`;
}

/** A program that prints every record by its name. */
function walk(collection: CollectionGrid, record: JsonSchema): Html {
  const { pagination, orderings } = collection;
  const path = templateOf({ kind: 'collection', collection });
  const head = html`import createClient from 'openapi-fetch';
import type { paths } from './types.d.ts';

const api = createClient${'<paths>'}({ baseUrl: '${BASE}' });`;
  const label = labelIn(record);
  const ordering = orderings.includes(label) ? `, ordering: '${label}'` : '';
  const { taken, printed } = lineOf(record);
  const print = (records: string) => `for (const ${taken} of ${records}) console.log(${printed});`;
  const refuse = `if (!data) throw new Error(\`\${response.status}: \${error.detail}\`);`;
  if (!pagination) {
    return html`${head}
const { data, error, response } = await api.GET('${path}');
${refuse}
${print('data')}`;
  }
  const limit = Math.max(...pagination.limits);
  return html`${head}
for (let offset = 0, more = true; more; offset += ${limit}) {
  const { data, error, response } = await api.GET('${path}', {
    params: { query: { limit: ${limit}, offset${ordering} } },
  });
  ${refuse}
  ${print('data.results')}
  more = data.next !== null;
}`;
}

/** What the program takes of a record, and prints: what it is called, and what it belongs to. */
function lineOf(record: JsonSchema): { readonly taken: string; readonly printed: string } {
  const label = labelIn(record);
  if (label === '') return { taken: 'record', printed: 'record' };
  if (!isVariable(label)) return { taken: 'record', printed: `record[${JSON.stringify(label)}]` };
  const [owner, name] = ownerIn(record, label) ?? [];
  if (owner === undefined) return { taken: `{ ${label} }`, printed: label };
  return { taken: `{ ${label}, ${owner} }`, printed: `\`\${${label}}, \${${owner}.${name}}\`` };
}

/** The first object, but for the label, that every record has and that has a name, and its name's field. */
function ownerIn(
  { properties, required }: JsonSchema,
  label: string,
): [owner: string, name: string] | undefined {
  for (const [field, shape] of Object.entries<JsonSchema>(Object(properties))) {
    const name = shape.type === 'object' && titleIn(shape);
    const isAlways = Array.isArray(required) && required.includes(field);
    if (name && isAlways && field !== label && isVariable(field)) return [field, name];
  }
  return undefined;
}

/** Can a field's name be that of a variable in the program, where others and words of TypeScript are? */
const isVariable = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !TAKEN.includes(name);

const TAKEN =
  `api console createClient data error more offset paths response arguments await break case
catch class const continue debugger default delete do else enum eval export extends false finally for
function if implements import in instanceof interface let new null package private protected public
return static super switch this throw true try typeof var void while with yield`.split(/\s+/);

function shell({ collection, key }: ToldCollection): Html {
  const path = relativePathOf({ kind: 'collection', collection });
  const item = relativePathOf({ kind: 'item', collection, key });
  const { pagination } = collection;
  const lines = [
    html`curl '${BASE}/api/'`,
    html`curl '${BASE}/${path}${pagination && `?limit=${pagination.limits[0]}`}'`,
    key !== '' && html`curl '${BASE}/${item}'`,
  ].filter((line) => line !== false);
  return html`
<h3>curl</h3>
<pre tabindex="0" data-copy aria-label="Requests with curl"><code>${lines.map((line) => html`${line}\n`)}</code></pre>
${
  pagination &&
  html`
<p>Every page, following <code>next</code> with <code>jq</code>:</p>
<pre tabindex="0" data-copy aria-label="All pages with curl"><code>next='${BASE}/${path}?limit=${Math.max(...pagination.limits)}'
while [ "$next" != null ]; do
  page=$(curl -fsS "$next") || break
  printf '%s' "$page" | jq -c '.results[]'
  next=$(printf '%s' "$page" | jq -r .next)
done</code></pre>`
}`;
}

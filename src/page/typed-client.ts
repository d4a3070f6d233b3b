import { relativePathOf } from '../core/endpoint.ts';
import { type Described, type DescribedCollection, mainCollection } from '../describe/described.ts';
import { templateOf } from '../describe/endpoint.ts';
import { labelField } from '../describe/field.ts';
import { type Markup, markup } from '../util/markup.ts';
import { baseAddress, collapsible, section } from './html.ts';

/** How programs use the API: a typed client, and a shell. */
export function clientSection(
  { grid, worker }: Described,
  collections: readonly DescribedCollection[],
): Markup {
  const base = baseAddress(grid);
  const shown = mainCollection(collections);
  return section(
    'typed-client',
    'From a program',
    markup`<p>The base address of the API is <code>${base}</code>. The API needs no key, has no quota and sets no cookies, and pages of any site may call it (<code>Access-Control-Allow-Origin:&#160;*</code>).</p>
${worker !== undefined && FILES_ONLY}
${shown && markup`${typedClient(shown, base)}${worker === undefined && shell(shown, base)}`}`,
  );
}

const FILES_ONLY = markup`
<p class="note">This host sends files only: a service worker in the browser answers the addresses of the API. <code>curl</code>, other programs, and pages of other sites can’t use them here. They need the site on a host with rules or code.</p>`;

const typedClient = (described: DescribedCollection, base: Markup): Markup =>
  collapsible(
    'client-typescript',
    'TypeScript',
    markup`<p><a href="https://openapi-ts.dev/cli"><code>openapi-typescript</code></a> generates types of every path, parameter and field. <a href="https://openapi-ts.dev/openapi-fetch/"><code>openapi-fetch</code></a> is a <code>fetch</code> that uses them: an unknown field or ordering is an error in the editor. For lists, such as several orderings, <code>createClient</code> also needs <code>querySerializer: { array: { style: &#39;form&#39;, explode: false } }</code>.</p>
<pre tabindex="0" data-copy aria-label="How to install it"><code>npm install openapi-fetch
npx openapi-typescript ${base}/openapi.json -o types.d.ts</code></pre>
<pre tabindex="0" data-copy aria-label="A typed client"><code>import createClient from 'openapi-fetch';
import type { paths } from './types.d.ts';

const api = createClient${'<paths>'}({ baseUrl: '${base}' });
${requestLoop(described)}</code></pre>
<p>For other languages, generate a client from <a href="openapi.json">openapi.json</a>.</p>`,
  );

/** Statements that print the name of every record. */
function requestLoop({ metadata, collection }: DescribedCollection): string {
  const { pagination, orderings } = collection;
  const path = templateOf({ kind: 'collection', collection });
  const label = labelField(metadata.record, metadata.label);
  // The whole record if the field is not an identifier.
  const print = `console.log(record${/^[A-Za-z_]\w*$/.test(label) ? `.${label}` : ''});`;
  const check = `if (!data) throw new Error(\`\${response.status}: \${error.detail}\`);`;
  if (!pagination) {
    return `const { data, error, response } = await api.GET('${path}');
${check}
for (const record of data) ${print}`;
  }
  const limit = Math.max(...pagination.limits);
  const ordering = orderings.includes(label) ? `, ordering: '${label}'` : '';
  return `for (let offset = 0, more = true; more; offset += ${limit}) {
  const { data, error, response } = await api.GET('${path}', {
    params: { query: { limit: ${limit}, offset${ordering} } },
  });
  ${check}
  for (const record of data.results) ${print}
  more = data.next !== null;
}`;
}

function shell({ collection, key }: DescribedCollection, base: Markup): Markup {
  const path = relativePathOf({ kind: 'collection', collection });
  const { pagination } = collection;
  return collapsible(
    'client-curl',
    'curl',
    markup`<pre tabindex="0" data-copy aria-label="Requests with curl"><code>curl '${base}/api/'
curl '${base}/${path}${pagination && `?limit=${pagination.limits[0]}`}'
${key !== '' && markup`curl '${base}/${relativePathOf({ kind: 'item', collection, key })}'\n`}</code></pre>
${
  pagination &&
  markup`
<p>All pages, following <code>next</code> with <code>jq</code>:</p>
<pre tabindex="0" data-copy aria-label="All pages with curl"><code>next='${base}/${path}?limit=${Math.max(...pagination.limits)}'
while [ "$next" != null ]; do
  page=$(curl -fsS "$next") || break
  printf '%s' "$page" | jq -c '.results[]'
  next=$(printf '%s' "$page" | jq -r .next)
done</code></pre>`
}`,
  );
}

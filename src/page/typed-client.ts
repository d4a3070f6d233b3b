import { apiFolder } from '../core/grid.ts';
import type { Described } from '../describe/described.ts';
import { linkOf } from '../describe/endpoint.ts';
import { type Markup, markup } from '../util/markup.ts';
import { baseAddress, linksIn, section } from './html.ts';

/** How programs use the API. */
export function clientSection(described: Described): Markup {
  const { grid } = described;
  const api = apiFolder(grid);
  const base = baseAddress(grid);
  return section(
    'typed-client',
    'From a program',
    markup`<p>The base address of the API is <code>${base}</code>. The API needs no key, has no quota and sets no cookies, and pages of any site may call it (<code>Access-Control-Allow-Origin:&#160;*</code>). <code>GET /${linkOf(grid, api)}</code> has <a${linksIn(described)(api)}>the addresses of the collections</a>.</p>
<p>Generate types for TypeScript, or a client for another language, from <a href="openapi.json">openapi.json</a>:</p>
<pre tabindex="0" data-copy aria-label="How to generate types"><code>npx openapi-typescript ${base}/openapi.json -o types.d.ts</code></pre>`,
  );
}

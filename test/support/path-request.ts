import { parseFileName } from '../../src/core/file-name.ts';

/**
 * The request with a query string for the same records as an address by path, both relative to the site's
 * folder; null for a record whose key can't be read from the path.
 */
export function queryRequest(path: string): string | null {
  const [name = '', ...segments] = path.replace(/^api\/|\.json$/g, '').split('/');
  if (name === 'index') return 'api/';
  const values = segments.filter((_, index) => segments.length === 1 || index % 2 === 1);
  const texts = values.map(parseFileName);
  if (texts.includes(null)) return null;
  if (segments.length === 1) return `api/${name}/${encodeURIComponent(texts[0] ?? '')}/`;
  const query = new URLSearchParams(
    texts.map((text, index): [string, string] => [segments[2 * index] ?? '', text ?? '']),
  );
  return `api/${name}/${query.size > 0 ? `?${query}` : ''}`;
}

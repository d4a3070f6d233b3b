/**
 * Code that gets the answer to a request, by language, ready to be pasted.
 * @param folder the address of the site's folder, with a slash at its end
 * @param request the address of the request
 * @param address where the host answers it; null if it does not
 */
export function formatRequest(
  folder: string,
  request: string,
  address: string | null,
): Readonly<Record<string, string | undefined>> {
  const site = escaped(folder);
  const client = { 'client.js': CLIENT(site, escaped(request).slice(site.length - 1)) };
  if (address === null) return client;
  const url = escaped(address);
  return { curl: `curl '${url}'`, Python: PYTHON(url), fetch: FETCH(url), ...client, URL: address };
}

/** These characters end or change a quoted text, or are patterns of curl; they may follow the host only. */
export function escaped(address: string): string {
  const { origin } = new URL(address);
  const rest = address.slice(origin.length);
  return origin + rest.replace(/['\\[\]{}]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

/** Node imports no module from a host. */
const CLIENT = (site: string, path: string): string => `curl -fsSo client.mjs '${site}client.js'
node --input-type=module -e 'import { connect } from "./client.mjs";
const api = await connect("${site}");
console.log(JSON.stringify(await api.get("${path}"), null, 2));'`;

const FETCH = (url: string): string => `const response = await fetch('${url}');
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());`;

const PYTHON = (url: string): string => `import json
from urllib.request import urlopen

with urlopen('${url}') as response:
    data = json.load(response)
print(json.dumps(data, indent=2))`;

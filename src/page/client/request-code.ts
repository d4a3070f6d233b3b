/** Code that sends a request, ready to be pasted. Another language gives the address alone. */
export function formatRequest(language: string, address: string): string {
  const url = escaped(address);
  return { curl: `curl '${url}'`, fetch: FETCH(url), Python: PYTHON(url) }[language] ?? address;
}

/**
 * Code that gets the answer to a request by client.js, on a host that can't answer it.
 * @param folder the address of the site's folder, with a slash at its end
 */
export function formatClientRequest(folder: string, address: string): string {
  const path = escaped(address).slice(escaped(folder).length - 1);
  return `import { connect } from ${quoted(`${escaped(folder)}client.js`)};

const api = await connect();
console.log(await api.get(${quoted(path)}));`;
}

const quoted = (text: string): string => `'${text}'`;

/** These characters end or change a quoted text, or are patterns of curl; they may follow the host only. */
function escaped(address: string): string {
  const { origin } = new URL(address);
  const rest = address.slice(origin.length);
  return origin + rest.replace(/['\\[\]{}]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

const FETCH = (url: string): string => `const response = await fetch('${url}');
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());`;

const PYTHON = (url: string): string => `import json
from urllib.request import urlopen

with urlopen('${url}') as response:
    data = json.load(response)
print(json.dumps(data, indent=2))`;

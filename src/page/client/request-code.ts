/** Code that sends a request, ready to be pasted. Another language gives the address alone. */
export function formatRequest(language: string, address: string): string {
  // These characters end or change a quoted text, or are patterns of curl; they may follow the host only.
  const { origin } = new URL(address);
  const url =
    origin +
    address
      .slice(origin.length)
      .replace(/['\\[\]{}]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return { curl: `curl '${url}'`, fetch: FETCH(url), Python: PYTHON(url) }[language] ?? address;
}

const FETCH = (url: string): string => `const response = await fetch('${url}');
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());`;

const PYTHON = (url: string): string => `import json
from urllib.request import urlopen

with urlopen('${url}') as response:
    data = json.load(response)
print(json.dumps(data, indent=2))`;

import { describe, expect, it } from 'vitest';
import { formatClientRequest, formatRequest } from '../../../../src/page/client/request-code.ts';

const ADDRESS = `http://[::1]:8080/api/?name=O'Neill&a=[1]{2}\\`;
const ESCAPED = 'http://[::1]:8080/api/?name=O%27Neill&a=%5b1%5d%7b2%7d%5c';

describe('the code of a request', () => {
  it('quotes the address for curl', () => expect(formatRequest(ADDRESS)).toBe(`curl '${ESCAPED}'`));

  it.each([
    ['http://[::1]:8080/', '/api/?name=O%27Neill&a=%5b1%5d%7b2%7d%5c'],
    ["http://[::1]:8080/it's/", '/api/?a=b'],
  ])('for client.js in %s: %s', (folder, path) => {
    const address = folder + decodeURIComponent(path.slice(1));
    const site = folder.replace("'", '%27');
    const lines = formatClientRequest(folder, address).split('\n');
    expect(lines[0]).toBe(`curl -fsSo client.mjs '${site}client.js'`);
    expect(lines[2]).toBe(`const api = await connect("${site}");`);
    expect(lines[3]).toContain(`await api.get("${path}")`);
  });
});

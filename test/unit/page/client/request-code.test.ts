import { describe, expect, it, vi } from 'vitest';
import { formatClientRequest, formatRequest } from '../../../../src/page/client/request-code.ts';

const ADDRESS = `http://[::1]:8080/api/?name=O'Neill&a=[1]{2}\\`;
const ESCAPED = 'http://[::1]:8080/api/?name=O%27Neill&a=%5b1%5d%7b2%7d%5c';

describe('the code of a request', () => {
  it.each(['curl', 'fetch', 'Python'])('%s quotes the address', (language) => {
    expect(formatRequest(language, ADDRESS).match(/'(http.*?)'/)?.[1]).toBe(ESCAPED);
  });

  it('of another language is the address', () =>
    expect(formatRequest('URL', ADDRESS)).toBe(ADDRESS));

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

  it('runs as JavaScript', async () => {
    const fetched = vi.fn(async () => ({ ok: true, json: async () => ({ count: 1 }) }));
    const log = vi.fn();
    const AsyncFunction = Object(async () => {}).constructor;
    await new AsyncFunction('fetch', 'console', formatRequest('fetch', ADDRESS))(fetched, { log });
    expect(fetched).toHaveBeenCalledWith(ESCAPED);
    expect(log).toHaveBeenCalledWith({ count: 1 });
  });
});

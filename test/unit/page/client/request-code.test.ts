import { describe, expect, it, vi } from 'vitest';
import { formatRequest } from '../../../../src/page/client/request-code.ts';

const FOLDER = 'http://[::1]:8080/';
const ADDRESS = `${FOLDER}api/?name=O'Neill&a=[1]{2}\\`;
const ESCAPED = 'http://[::1]:8080/api/?name=O%27Neill&a=%5b1%5d%7b2%7d%5c';

describe('the code of a request', () => {
  const codes = formatRequest(FOLDER, ADDRESS, ADDRESS);

  it.each(['curl', 'fetch', 'Python'])('%s quotes the address', (language) => {
    expect(codes[language]?.match(/'(http.*?)'/)?.[1]).toBe(ESCAPED);
  });

  it('of no language is the address', () => expect(codes.URL).toBe(ADDRESS));

  it('is that of client.js where the host does not answer it', () => {
    const folder = "http://[::1]:8080/it's/";
    expect(formatRequest(folder, `${folder}api/?name=O'Neill`, null)).toEqual({
      'client.js': `curl -fsSo client.mjs 'http://[::1]:8080/it%27s/client.js'
node --input-type=module -e 'import { connect } from "./client.mjs";
const api = await connect("http://[::1]:8080/it%27s/");
console.log(JSON.stringify(await api.get("/api/?name=O%27Neill"), null, 2));'`,
    });
  });

  it('runs as JavaScript', async () => {
    const fetched = vi.fn(async () => ({ ok: true, json: async () => ({ count: 1 }) }));
    const log = vi.fn();
    const AsyncFunction = Object(async () => {}).constructor;
    await new AsyncFunction('fetch', 'console', codes.fetch)(fetched, { log });
    expect(fetched).toHaveBeenCalledWith(ESCAPED);
    expect(log).toHaveBeenCalledWith({ count: 1 });
  });
});

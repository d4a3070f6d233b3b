import fs from 'node:fs';
import { IncomingMessage } from 'node:http';
import serveFile from 'serve-handler';
import type { SendFile } from './handler.ts';
import { wholeFile } from './site-folder.ts';

/** Headers that serve-handler sets by itself, and a static host may not: null removes them. */
const REMOVED = { 'Content-Disposition': null, 'Accept-Ranges': null, 'Last-Modified': null };

/** Each path, also with a name that begins with a dot. */
const ANY_PATH = '{**,**/.*,**/.*/**}';

/** Sends an open file. A build may have put another one at its path. */
export const serveOpenFile: SendFile = (file, headers, request, response) => {
  const list = Object.entries({ ...headers, ...REMOVED }).map(([key, value]) => ({ key, value }));
  // The types of the package lack null as a header's value, and functions that return a promise.
  const config: object = { cleanUrls: false, headers: [{ source: ANY_PATH, headers: list }] };
  const methods: object = {
    lstat: async () => file.stats,
    // serve-handler does not listen for errors, and one would end the process.
    createReadStream: (_: string, range: object) =>
      fs
        .createReadStream('', { ...wholeFile(file), ...range })
        .on('error', () => response.destroy()),
  };
  // Without the headers of the request: a range of a file could be that of a newer build.
  const plain = Object.assign(new IncomingMessage(request.socket), { url: request.url });
  return serveFile(plain, response, config, methods);
};

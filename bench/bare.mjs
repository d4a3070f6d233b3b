/** Serves a folder with serve-handler and nothing else, for `bench/load.mjs`. */
import { createServer } from 'node:http';
import serveFile from 'serve-handler';

const [folder] = process.argv.slice(2);
const config = { public: folder, cleanUrls: false };
const server = createServer((request, response) => serveFile(request, response, config));
server.listen(0, '127.0.0.1', () => {
  const { address, port } = server.address();
  console.log(`Serving ${folder} at http://${address}:${port}/\nPress Ctrl-C to stop.`);
});
process.once('SIGINT', () => process.exit());

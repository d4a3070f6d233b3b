/*
 * A program that uses client.js, and nothing else of this project. Arguments: the module, and the site to
 * connect to. It answers messages: `[path, options]`.
 */
const [module, site] = process.argv.slice(2);
const { connect } = await import(module);
const api = await connect(site);

process.on('message', async ([path, options]) => {
  const response = await api.response(path, options);
  const headers = [...response.headers].map(([name, value]) => [name, [value]]);
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  process.send({ status: response.status, headers: Object.fromEntries(headers), body });
});
process.send('connected');

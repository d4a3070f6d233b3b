// Prints every neighborhood, with Node 22.18 or newer. First: npm install openapi-fetch
// npx openapi-typescript http://localhost:8080/openapi.json -o types.d.ts
import createClient from 'openapi-fetch';
import type { paths } from './types.d.ts';

const api = createClient<paths>({ baseUrl: 'http://localhost:8080' });
for (let offset = 0, more = true; more; offset += 100) {
  const { data, error, response } = await api.GET('/api/neighborhoods/', {
    params: { query: { limit: 100, offset, ordering: 'label' } },
  });
  if (!data) throw new Error(`${response.status}: ${error.detail}`);
  for (const record of data.results) console.log(record.label);
  more = data.next !== null;
}

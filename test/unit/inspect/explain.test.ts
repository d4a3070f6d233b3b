import { describe, expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { hostsFor } from '../../../src/hosts/hosts.ts';
import { explain, parseRequestText } from '../../../src/inspect/explain.ts';
import { openSiteFolder } from '../../../src/server/site-folder.ts';
import { shippedManifest, shippedSite } from '../../support/shipped-site.ts';
import { filesOf } from '../../support/site-files.ts';
import { smallSite } from '../../support/small-site.ts';
import { rowsOf } from '../../support/table.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const paths = new Set(shippedManifest().files.map(({ path }) => path));
const site = openSiteFolder(shippedSite());
const { grid } = site;
const HOSTS = hostsFor();

describe('parseRequest', () => {
  const mounted: Grid = { ...grid, base: 'https://me.github.io/bna' };
  it.each(
    rowsOf(`
      https://me.github.io/bna/api/neighborhoods/?limit=3 -> /bna/api/neighborhoods/?limit=3
      HTTP://localhost:8080/x?y -> /x?y
      /bna/api/neighborhoods/?limit=3 -> /bna/api/neighborhoods/?limit=3
      /api/neighborhoods/?limit=3 -> /bna/api/neighborhoods/?limit=3
      /bna/api -> /bna/api
      /bna/data/index.json -> /bna/data/index.json
      /bnax/ -> /bna/bnax/
      neighborhoods/?limit=3 -> /bna/api/neighborhoods/?limit=3
      api/countries/ -> /bna/api/countries/
      api -> /bna/api
      countries?x=1 -> /bna/api/countries?x=1
      ?limit=3 -> /bna/api/neighborhoods/?limit=3
      limit=3&offset=1 -> /bna/api/neighborhoods/?limit=3&offset=1
      ?q=a/b -> /bna/api/neighborhoods/?q=a/b
      ? -> /bna/api/neighborhoods/`),
  )('%s -> %s', (text, target) => {
    const [path, query = ''] = target.split('?');
    expect(parseRequestText(mounted, text, 'HEAD')).toEqual({ method: 'HEAD', path, query });
  });
});

describe('explain', () => {
  const explained = (text: string, method = 'GET') =>
    explain(site, parseRequestText(grid, text, method), (file) => paths.has(file), HOSTS);

  it.each(
    rowsOf(`
      GET ?limit=50 -> every: 200
      GET ?limit=37&offset=95 -> code: 200, composed of 3 files; nginx, apache, caddy: 400; netlify: 404
      GET ?ordering=city_fips&offset=9000 -> code: 200, composed of 1 file; nginx, apache, caddy: 400; netlify: 404
      GET ?country=US&state=CO -> every: 200
      GET ?country=us -> code: 200, composed of 4 files; nginx, apache, caddy: 400; netlify: 404
      GET ?limit=0 -> cloudflare, nginx, apache, caddy: 400; netlify: 404
      GET countries/NO/ -> every: 200
      GET countries/ZZ/ -> every: 404
      GET countries/nope/ -> every: 404
      GET /api/x/ -> every: 404
      GET api/countries -> cloudflare, nginx, apache, caddy: 301 to /api/countries/; netlify: the answer without a redirect
      OPTIONS ?limit=50 -> cloudflare, nginx, apache, caddy: 200; netlify: from Netlify’s local server, the text \`Method Not Allowed\` with the status of the rule, such as 200; for its CDN, this is not documented
      OPTIONS ?country=%55S -> cloudflare, nginx, apache, caddy: 200; netlify: from Netlify’s local server, the text \`Method Not Allowed\` with the status of the rule, such as 200; for its CDN, this is not documented
      GET ?country=%55S -> code: 200; netlify, nginx, apache, caddy: the error for that parameter
      GET ?country=+US -> code: 200; netlify, nginx, apache, caddy: the error for that parameter
      GET ?offset=%320 -> code: 200; netlify, nginx, apache, caddy: the error for that parameter
      GET ?name=%55S -> code: 200, composed of 10 files; nginx, apache, caddy: 400; netlify: 404
      GET ?name= -> cloudflare, nginx, apache, caddy: 200; netlify: an error for filters, or 404 with \`404.html\`, which lists the supported values
      GET ?name=&country=US -> every: 200
      GET ?q=%20 -> every: 200
      GET /data/index.json -> every: the file at this path, or 404
      PUT /api/x/ -> cloudflare, nginx, apache, caddy: 404; netlify: from Netlify’s local server, the text \`Method Not Allowed\` with the status of the rule, such as 200; for its CDN, this is not documented`),
  )('%s -> %s', async (request, expected) => {
    const [method, text = ''] = request.split(' ');
    const { answers } = await explained(text, method);
    const summaries = answers.map(({ hosts, summary }) => `${hosts.join(', ')}: ${summary}`);
    const names = { every: HOSTS.join(', '), code: 'cloudflare' };
    const written = expected.replace(/^(every|code)/, (name) => names[name as keyof typeof names]);
    expect(summaries.join('; ')).toBe(written);
  });

  it.each(
    rowsOf(`
      ?ordering= -> 200
      ?ordering=-name -> 200, composed of 2 files; 400; 404
      ?ordering=nope -> 400; 404`),
  )('%s of pages without orderings -> %s', async (text, expected) => {
    const { site } = UNUSUAL_SITES['a map'];
    const { answers } = await explain(
      site,
      parseRequestText(site.grid, text, 'GET'),
      () => true,
      HOSTS,
    );
    expect(answers.map(({ summary }) => summary).join('; ')).toBe(expected);
  });

  it.each(
    rowsOf(`
      /api/ -> the index
      countries/NO/ -> the record NO of countries
      countries/ -> the list of countries, 243 records
      ?limit=7 -> pages of neighborhoods, 2,620 records
      neighborhoods_geojson/ -> the features of neighborhoods, as GeoJSON
      /api/x/ -> no endpoint of the API`),
  )('%s -> %s', async (text, endpoint) => {
    expect((await explained(text)).endpoint).toBe(endpoint);
  });

  it.each([
    ['?limit=50', 0, 'data/neighborhoods/list/f-/o-/l-50/0.json'],
    ['countries/ZZ/', 0, 'data/errors/countries/key.json'],
    ['?limit=37', 1, 'data/errors/neighborhoods/limit.json'],
    ['?state=XX', 1, 'data/errors/neighborhoods/filter.json'],
  ])('%s -> the first file of answer %i is %s', async (text, index, file) => {
    expect((await explained(text)).answers[index]?.files[0]).toBe(file);
  });

  it('a composed page -> files of the store', async () => {
    const [answer] = (await explained('?limit=37')).answers;
    expect(answer?.files.every((file) => paths.has(file))).toBe(true);
  });

  it('lists each parameter of the endpoint and of the query: name, values, interpretation', async () => {
    const { parameters } = await explained('?limit=50&offset=&x=1&state=CO&name=+');
    expect(
      parameters.map(({ name, values, interpretation }) => [name, values.join(), interpretation]),
    ).toEqual([
      ['format', '', 'the default'],
      ['name', ' ', 'no filter'],
      ['state', 'CO', 'pre-rendered'],
      ['country', '', 'no filter'],
      ['state_abbrev', '', 'no filter'],
      ['created_at__gte', '', 'no filter'],
      ['modified_at__gte', '', 'no filter'],
      ['country__in', '', 'no filter'],
      ['search', '', 'no filter'],
      ['ordering', '', 'the default'],
      ['limit', '50', 'pre-rendered'],
      ['offset', '', 'the default, 0'],
      ['x', '1', 'ignored'],
    ]);
  });

  it.each(
    rowsOf(`
      ?limit=0 -> limit -> 0 -> not supported
      ?offset=two -> offset -> two -> not supported
      ?offset=40 -> offset -> 40 -> pre-rendered
      ?offset=50&limit=50 -> offset -> 50 -> pre-rendered
      ?offset=50&limit=20 -> offset -> 50 -> only on hosts that run code
      ?offset=20&limit=all -> offset -> 20 -> only on hosts that run code
      ?state=XX -> state -> XX -> only on hosts that run code
      ?limit=1&limit=2 -> limit -> 1,2 -> given more than once
      countries/?limit=1 -> limit -> 1 -> ignored
      /api/x/?limit=1 -> limit -> 1 -> ignored`),
  )('%s -> %s is %s: %s', async (text, name, values = '', interpretation) => {
    const parameter = { name, values: values.split(','), interpretation };
    expect((await explained(text)).parameters).toContainEqual(parameter);
  });

  it.each(
    rowsOf(`
      api/cities.json?limit=3   -> the records of /api/cities/, by path -> 200
      api/cities/name/x.json    -> the records of /api/cities/?name=x, by path -> 404
      cities/?limit=2&offset=2  -> pages of cities, 5 records -> 404; the same records: api/cities/limit/2/offset/2.json
      lakes/?page_size=4&page=2 -> pages of lakes, 11 records -> 404; the same records: api/lakes/page_size/4/page/2.json
      lakes/?page=2             -> pages of lakes, 11 records -> 404; the same records: api/lakes/page/2.json
      lakes/?page=4             -> pages of lakes, 11 records -> 404
      cities/?limit=4           -> pages of cities, 5 records -> 404
      cities/a/                 -> the record a of cities -> 404; the same records: api/cities/a.json
      /nothing                  -> no endpoint of the API -> 404`),
  )('%s of a site for plain files is %s -> %s', async (text = '', meaning = '', expected = '') => {
    const { folder } = await smallSite({ host: 'files' });
    const small = openSiteFolder(folder);
    const request = parseRequestText(small.grid, text, 'GET');
    const files = filesOf(folder);
    const { endpoint, answers } = await explain(
      small,
      request,
      (file) => files.includes(file),
      hostsFor(small.host),
    );
    expect(endpoint).toBe(meaning);
    expect(answers.map(({ hosts, summary }) => [hosts, summary])).toEqual([[['files'], expected]]);
  });
});

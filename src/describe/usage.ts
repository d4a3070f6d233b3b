import type { Grid } from '../core/grid.ts';

/** How an API on a plain host is used, in paragraphs. */
const BY_PATH: readonly string[] = [
  'The API consists of files, which were generated when the site was built. A parameter is a pair of segments in the path, its name and its value; without the pair, it has its default value; a page other than the first also has its `limit`. The host ignores the query string of a request.',
  'An address without a file gets 404. For any other filter, search, ordering or page size, `client.js` in the folder of the site composes the response from its files, for programs in JavaScript.',
];

const SOME_HOSTS =
  'Every host supports the values in `x-prerendered` of `openapi.json`. The other values that a parameter can have are supported by hosts with code, which compose pages: the project’s own server, or a Worker. Other hosts, and any host for another value, return an error that lists the supported values, never another page.';

/** How an API is used, in paragraphs by their titles; names stand in backticks. */
export const usageOf = (grid: Grid): Readonly<Record<string, readonly string[]>> =>
  grid.hostKind === 'plain'
    ? { Parameters: BY_PATH }
    : {
        Parameters: [
          `An absent or empty parameter has its default value. Unknown parameters ${grid.refusesUnknown ? 'get 400 (at a record, where code runs)' : 'are ignored'}. A parameter that is given twice or with brackets gets 400; so does a filter at a record, where code runs.`,
          grid.hostKind === 'rules'
            ? SOME_HOSTS
            : 'A value that is not supported gets an error that lists the supported values, never another page.',
          'A page with prerendered values also has an address by path, which ends in `.json`: its parameters are pairs of segments, a name and a value. A parameter behind it gets 400.',
        ],
        'Methods and paths': [
          'Each path supports GET, HEAD and OPTIONS; another method gets 405, and the header `Allow` lists the supported methods. A path without its trailing slash is redirected (301) to the path with it, and keeps its query. A path that is not listed gets 404 with the addresses of the collections.',
          'An error is JSON: `detail` says what is wrong, `parameter` names the parameter, and `supported` lists the supported values. A host that can’t send 400 sends 404 with the same body; a host with rules may have its own response to a wrong method or path.',
        ],
      };

import { ERRORS, type ErrorName } from '../../src/core/address.ts';
import type { PageRequest } from '../support/page-text.ts';
import { rowsOf } from '../support/table.ts';

/** A file of the site. */
export interface FileAnswer {
  readonly status: number;
  readonly file: string;
}

export interface RedirectAnswer {
  readonly status: 301;
  readonly location: string;
}

/** The expected answer to a request to the shipped site. */
export type Expected =
  | FileAnswer
  | RedirectAnswer
  /** An answer of our code, and that of rules: a page, one that is composed, or a parameter that is refused. */
  | ((
      | { readonly page: PageRequest }
      | { readonly refused: string }
      | { readonly code: FileAnswer }
    ) & {
      readonly rules: FileAnswer;
    });

/** A request, and the answer of the contract, which every host gives except for `DIFFERENCES`. */
export interface Case {
  /** The part of the contract that it belongs to. */
  readonly group: string;
  readonly name: string;
  readonly method: string;
  /** The path and the query, as they are sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

export const UUID = '1b4aacb5-5655-4e8e-b15e-7fed69afbf54';
export const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
const LIST = 'is a filter, and filters apply to listings. Leave it out here.';
const BRACKETS = 'has brackets. Write several values with commas:';

/**
 * A group after each `#`; in it a line for each case: its name, the request, the answer and headers
 * of the request. A request that is no path is a query of the neighborhoods. The answer is a file
 * (a page by what its name says), a redirect, or a page that is composed on hosts with code and
 * else an error. What follows ` or ` is the answer of rules.
 */
const TABLE = `
# supported values, in any order
no parameter -> /api/neighborhoods/ -> page limit/20
a question mark and no more -> /api/neighborhoods/? -> page limit/20
ordering -> ordering=-created_at -> page ordering/-created_at/limit/20
limit -> limit=50 -> page limit/50
offset -> offset=40 -> page limit/20/offset/40
limit and offset -> limit=100&offset=2600 -> page limit/100/offset/2600
all, sorted -> format=json&limit=10&offset=30&ordering=label -> composed or ordering/label/limit/10/offset/30
all, reversed -> ordering=label&offset=30&limit=10&format=json -> composed or ordering/label/limit/10/offset/30
every record -> limit=all -> page limit/all
every record, in an order and a format -> format=api&ordering=label&limit=all -> page format/api/ordering/label/limit/all
the last page -> limit=10&offset=2610 -> page limit/10/offset/2610
the explicit defaults -> limit=20&offset=0 -> page limit/20
empty values -> format=&ordering=&limit=&offset= -> page limit/20
an empty value beside a given one -> limit=&offset=40 -> page limit/20/offset/40
a list -> /api/countries/ -> file api/countries
a list in its own order -> /api/score_metadata/ -> file api/score_metadata
a list in an order -> /api/score_metadata/?ordering=-description -> file api/score_metadata/ordering/-description
the index -> /api/ -> file api/index
the index in a format -> /api/?format=json -> file api/index
# unknown parameters are ignored
an unknown parameter -> utm_source=x -> page limit/20
a name that ends like one -> xlimit=37&limit=10 -> page limit/10
a name that begins like one -> limit_=37&limit=10 -> page limit/10
an unknown name in brackets -> q[]=50 -> page limit/20
a name in other letters -> LIMIT=50 -> page limit/20
a value that looks like a parameter -> q=limit=37&limit=10 -> page limit/10
a second question mark -> /api/neighborhoods/??limit=50 -> page limit/20
empty pairs -> &&limit=10&&offset=10 -> page limit/10/offset/10
an encoded name -> utm%5Fsource=x&%71=1&limit=10 -> page limit/10
an unknown parameter twice -> q=1&q=2 -> page limit/20
limit where there is none -> /api/countries/?limit=37 -> file api/countries
limit on a record -> /api/countries/NO/?limit=0&ordering=x -> file api/countries/NO
# unsupported values get an error
limit 0 -> limit=0 -> error neighborhoods/limit
limit a word -> limit=abc -> error neighborhoods/limit
limit with a leading zero -> limit=050 -> error neighborhoods/limit
limit with an encoded sign -> limit=%2B50 -> error neighborhoods/limit
limit beyond 2^53 - 1 -> limit=9007199254740992 -> error neighborhoods/limit
offset with a leading zero -> offset=020 -> error neighborhoods/offset
offset beyond 2^53 - 1 -> offset=9007199254740992 -> error neighborhoods/offset
offset of very many digits -> offset=${'9'.repeat(300)} -> error neighborhoods/offset
offset the name of a placeholder -> offset=:offsetValue -> error neighborhoods/offset
ordering unknown -> ordering=size -> error neighborhoods/ordering
an unknown ordering of a list -> /api/score_metadata/?ordering=size -> error score_metadata/ordering
format unknown -> format=xml -> error format
format unknown on the index -> /api/?format=html -> error format
a bad ordering is reported before a bad limit -> limit=abc&ordering=size -> error neighborhoods/ordering
a bad format is reported before all -> limit=abc&format=xml&ordering=size&name=%00 -> error format
a bad limit is reported before a bad offset -> offset=-1&limit=0 -> error neighborhoods/limit
several orderings, an unknown one -> ordering=label,size -> error neighborhoods/ordering
several orderings, a field twice -> ordering=label,-label -> error neighborhoods/ordering
with a filter, limit 0 -> country=US&limit=0 -> error neighborhoods/limit
with a filter, an unknown order -> country=US&ordering=size -> error neighborhoods/ordering
a bad filter is reported before a bad limit -> limit=0&name=%00 -> error neighborhoods/filter-name
# pages that are not prerendered
limit not prerendered -> limit=37 -> composed
limit that begins like one -> limit=1000 -> composed
offset not a multiple of the limit -> limit=50&offset=20 -> composed
offset just past the end -> offset=2620 -> composed
an order that no file has -> ordering=city_fips&limit=10 -> composed
all at once -> limit=7&offset=13&ordering=-name&format=api -> composed
several orderings -> ordering=label,-created_at -> composed
three orderings, with a page in a format -> ordering=state_abbrev,created_at,-label&format=api&offset=7 -> composed
# prerendered filters, with any other parameter
a country -> country=US -> page country/US/limit/20
a country and a state -> country=US&state=CO -> page country/US/state/CO/limit/20
a code of a country and of a state -> state=CA -> page state/CA/limit/20
in an order -> country=CA&ordering=label -> page country/CA/ordering/label/limit/20
with a limit and an offset -> limit=100&state=TX&offset=200 -> page state/TX/limit/100/offset/200
with all -> offset=220&ordering=label&limit=20&state=TX&country=US -> page country/US/state/TX/ordering/label/limit/20/offset/220
every match -> limit=all&country=CA -> page country/CA/limit/all
the last page -> country=US&limit=100&offset=2500 -> page country/US/limit/100/offset/2500
empty values beside one -> country=US&limit=&offset=&ordering=&format= -> page country/US/limit/20
an empty one beside another -> country=&state=CO -> page state/CO/limit/20
only empty ones -> name=&state=&country=&state_abbrev=&search= -> page limit/20
a name in capitals -> COUNTRY=US -> page limit/20
a name that begins like one -> country_=US&xstate=CO -> page limit/20
what upstream’s client sends -> country=US&limit=20&name=&offset=0&ordering=label&state=CO -> page country/US/state/CO/ordering/label/limit/20
# filters and combinations that are not prerendered
a name -> name=springfield -> composed
an exact state -> state_abbrev=CO -> composed
a search -> search=san -> composed
a part of a code -> country=A -> composed
a code in small letters -> country=us&limit=all -> composed
no match of a code -> country=NO -> composed
a filter that has pages and one that has none -> country=US&name=san -> composed
what it sends for a name -> country=&limit=20&name=spring&offset=0&ordering=label&state= -> composed
a limit that is not prerendered -> country=US&limit=50 -> composed
a limit that no listing has -> state=TX&limit=37 -> composed
far past the end -> country=CA&offset=100000 -> composed
an order that no file has -> country=US&ordering=city_fips -> composed
a format that is not prerendered -> country=US&format=json -> composed or country/US/limit/20
a format with pages -> country=US&format=api -> composed
# encoded, invalid and malicious filters
a plus -> name=los+angeles -> composed
a raw percent sign -> name=% -> composed
a broken encoding -> name=%zz -> composed
bytes that are no text -> name=%FF%FE -> composed
spaces around a name -> name=+aspen%20 -> composed
spaces around a code -> country=+US%20 -> page country/US/limit/20
a space only -> country=+ -> page limit/20
an encoded code -> country=%55S -> page country/US/limit/20
a partly encoded code -> state=%43O&country=US -> page country/US/state/CO/limit/20
a code with a broken encoding -> country=US%zz -> composed
two codes -> country=US,CA -> composed
200 characters -> name=${'x'.repeat(200)} -> composed
201 characters -> name=${'x'.repeat(201)} -> error neighborhoods/filter-name
201 characters for a code -> country=${'x'.repeat(201)} -> error neighborhoods/filter-country
NUL after a code -> country=US%00 -> error neighborhoods/filter-country
a line end after a code -> country=US%0A -> page country/US/limit/20
two dots -> country=.. -> composed
to another folder, encoded -> country=..%2Fcountry-US -> composed
the name of a placeholder -> country=:countryValue&state=CO -> composed
an encoded name -> %63ountry=US -> page country/US/limit/20
an encoded underscore in a name -> state%5Fabbrev=CO -> composed
an encoded = -> country%3DUS -> page limit/20
one & at the end -> country=US& -> page country/US/limit/20
a filter twice -> country=US&country=CA -> refused country is given more than once.
a filter twice, once encoded -> country=US&%63ountry=US -> refused country is given more than once.
# ranges and several values
changed since a time -> modified_at__gte=2025-05-05T17:28:46.203455Z -> composed
created since a date, sorted -> created_at__gte=2025-05-05&ordering=label&limit=5 -> composed
of two countries -> country__in=US,CA -> composed
of one of them, with a comma -> country__in=CA%2C&limit=10 -> composed
with a filter that has pages -> country=US&country__in=CA -> composed
no time -> created_at__gte=yesterday -> error neighborhoods/filter-created_at__gte
an offset whose plus is not encoded -> created_at__gte=2025-05-05T00:00:00+01:00 -> composed
NUL in a list -> country__in=US,%00 -> error neighborhoods/filter-country__in
4001 characters -> country__in=${'x'.repeat(4001)} -> error neighborhoods/filter-country__in
# filters of paths that have none
on countries -> /api/countries/?country=US&name=x -> file api/countries
on a record -> /api/neighborhoods/${UUID}/?country=NO&name=x -> refused country ${LIST} or file api/neighborhoods/${UUID}
on a record, a bad format is reported before -> /api/neighborhoods/${UUID}/?format=xml&country=NO -> error format
on a record, an empty one -> /api/neighborhoods/${UUID}/?country=&name=+ -> file api/neighborhoods/${UUID}
on a record, an invalid one -> /api/neighborhoods/${UUID}/?created_at__gte=x -> refused created_at__gte ${LIST} or file api/neighborhoods/${UUID}
on an unknown item -> /api/neighborhoods/${UNKNOWN_UUID}/?state=CO -> refused state ${LIST} or error neighborhoods/key
on the points -> /api/neighborhoods_geojson/?country=CA&state=x -> refused country ${LIST} or file api/neighborhoods_geojson
without a slash -> /api/neighborhoods?country=US -> 301 /api/neighborhoods/?country=US
HEAD -> HEAD country=US -> page country/US/limit/20
OPTIONS -> OPTIONS country=US&country=CA -> file data/options/neighborhoods
POST -> POST country=US -> error method
# percent-encoded requests
an encoded digit -> limit=%350 -> page limit/50
an encoded sign -> ordering=%2Dcreated_at -> page ordering/-created_at/limit/20
an encoded offset -> offset=%320 -> page limit/20/offset/20
an encoded name -> %6Cimit=50 -> page limit/50
an encoded = -> limit%3D50 -> page limit/20
an encoded & -> limit=50%26offset=50 -> error neighborhoods/limit
encoded twice -> limit=%2550 -> error neighborhoods/limit
a broken encoding after a value -> limit=50%zz -> error neighborhoods/limit
NUL -> limit=50%00 -> error neighborhoods/limit
a broken encoding -> ordering=%zz -> error neighborhoods/ordering
a broken encoding elsewhere -> q=%zz&limit=10 -> page limit/10
a line end -> limit=50%0A -> error neighborhoods/limit
other digits -> limit=%D9%A5%D9%A0 -> error neighborhoods/limit
bytes that are no text -> ordering=%FF%FE -> error neighborhoods/ordering
one & at the end -> limit=50& -> page limit/50
an encoded letter in a path -> /api/c%6Funtries/ -> file api/countries
# a parameter twice gets an error
good, then bad -> limit=10&limit=37 -> refused limit is given more than once.
bad, then good -> limit=37&limit=10 -> refused limit is given more than once.
an empty one first -> limit=&limit=10 -> refused limit is given more than once.
on a list -> /api/score_metadata/?ordering=name&ordering=-name -> refused ordering is given more than once.
that the collection does not have -> /api/countries/?limit=1&limit=2 -> file api/countries
# a known name in brackets gets an error
as axios writes a list -> country[]=US&country[]=CA -> refused country ${BRACKETS} country=a,b.
as qs does -> country__in%5B0%5D=US -> refused country__in ${BRACKETS} country__in=a,b.
on a list -> /api/score_metadata/?ordering[]=name -> refused ordering ${BRACKETS} ordering=a,b.
# addresses by path
a listing -> /api/neighborhoods.json -> page limit/20
with its limit -> /api/neighborhoods/limit/20.json -> page limit/20
with all parameters -> /api/neighborhoods/ordering/-label/limit/50/offset/100.json -> page ordering/-label/limit/50/offset/100
a filter -> /api/neighborhoods/country/US.json -> page country/US/limit/20
in a format -> /api/neighborhoods/format/api/limit/20/offset/20.json -> page format/api/limit/20/offset/20
a record -> /api/countries/NO.json -> file api/countries/NO
a list in an order -> /api/score_metadata/ordering/-label.json -> file api/score_metadata/ordering/-label
the index -> /api/index.json -> file api/index
the points -> /api/neighborhoods_geojson.json -> file api/neighborhoods_geojson
an encoded letter -> /api/neighb%6Frhoods.json -> page limit/20
HEAD -> HEAD /api/neighborhoods.json -> page limit/20
OPTIONS -> OPTIONS /api/neighborhoods/limit/20.json -> file data/options/neighborhoods
OPTIONS of a record -> OPTIONS /api/countries/NO.json -> file data/options/countries
POST -> POST /api/neighborhoods.json -> error method
an unknown parameter behind it -> /api/neighborhoods.json?utm_source=x -> page limit/20
an empty format behind it -> /api/countries/NO.json?format= -> file api/countries/NO
a filter behind it -> /api/neighborhoods.json?country=US -> error query
a limit behind a record -> /api/neighborhoods/${UUID}.json?%6Cimit=10 -> error query
a format behind it -> /api/index.json?format=json -> error query
brackets behind it -> /api/neighborhoods/limit/20.json?country%5B%5D=US -> error query
a page that is not prerendered -> /api/neighborhoods/limit/37.json -> composed limit=37
an order that is not prerendered -> /api/neighborhoods/country/US/ordering/--state_abbrev.2c-label/limit/20.json -> composed country=US&ordering=state_abbrev,-label
a bad value -> /api/neighborhoods/limit/050.json -> error neighborhoods/limit
an unknown record -> /api/countries/ZZ.json -> error countries/key
an unknown name -> /api/neighborhoods/contry/US.json -> error path
an encoded slash -> /api/neighborhoods%2Flimit%2F20.json -> error path
a folder -> /api/neighborhoods/ordering/-label/ -> error path
a folder that looks like a record -> /api/neighborhoods/ordering/ -> error neighborhoods/key
# the error for a path in a value or a key
out by limit -> limit=..%2F..%2Fl-50 -> error neighborhoods/limit
out by format -> format=..%2F -> error format
to another page -> offset=..%2Fl-50%2F50 -> error neighborhoods/offset
a file by name -> offset=20.json -> error neighborhoods/offset
out by a key -> /api/countries/..%2Fitem%2FNO/ -> error countries/key
a key that is a file -> /api/countries/NO.json/ -> error countries/key
a key with NUL -> /api/countries/NO%00/ -> error countries/key
a key with a line end -> /api/countries/NO%0A/ -> error countries/key
a key that is encoded twice -> /api/countries/%254EO/ -> error countries/key
the name of a file of an encoded key -> /api/countries/--.4eO/ -> error countries/key
# a path without its slash is redirected
a collection -> /api/neighborhoods -> 301 /api/neighborhoods/
a collection with a query -> /api/neighborhoods?limit=10 -> 301 /api/neighborhoods/?limit=10
a query that is an error -> /api/neighborhoods?limit=0 -> 301 /api/neighborhoods/?limit=0
a query with an encoding -> /api/countries?x=%C3%A9%26&y=+ -> 301 /api/countries/?x=%C3%A9%26&y=+
a record -> /api/countries/NO -> 301 /api/countries/NO/
the index -> /api -> 301 /api/
# records by key, and unknown keys
a country -> /api/countries/NO/ -> file api/countries/NO
a neighborhood -> /api/neighborhoods/${UUID}/ -> file api/neighborhoods/${UUID}
in a format -> /api/neighborhoods/${UUID}/?format=api -> file api/neighborhoods/${UUID}
an unknown country -> /api/countries/ZZ/ -> error countries/key
an unknown neighborhood -> /api/neighborhoods/${UNKNOWN_UUID}/ -> error neighborhoods/key
a key in other letters -> /api/countries/no/ -> error countries/key
a UUID in capitals -> /api/neighborhoods/${UUID.toUpperCase()}/ -> file api/neighborhoods/${UUID} or error neighborhoods/key
a UUID without hyphens -> /api/neighborhoods/${UUID.replaceAll('-', '')}/ -> file api/neighborhoods/${UUID} or error neighborhoods/key
no UUID -> /api/neighborhoods/${UUID}0/ -> error neighborhoods/key
# GeoJSON
the points of neighborhoods -> /api/neighborhoods_geojson/ -> file api/neighborhoods_geojson
in a format -> /api/neighborhoods_geojson/?format=api -> file api/neighborhoods_geojson
with what a listing has -> /api/neighborhoods_geojson/?limit=10&ordering=label&offset=x -> file api/neighborhoods_geojson
in an unknown format -> /api/neighborhoods_geojson/?format=geojson -> error format
one of them -> /api/neighborhoods_geojson/${UUID}/ -> error path
of a collection that is on no map -> /api/countries_geojson/ -> error path
its headers -> HEAD /api/neighborhoods_geojson/ -> file api/neighborhoods_geojson
# results, which have no addresses of their own
the best first -> /api/results/ -> file api/results/limit/20
by label -> /api/results/?ordering=-label&limit=100&offset=100 -> file api/results/ordering/-label/limit/100/offset/100
limit 0 -> /api/results/?limit=0 -> error results/limit
a score that is no number -> /api/results/?overall_score__gte=good -> error results/filter-overall_score__gte
by key -> /api/results/${UUID}/ -> error path
# unknown paths get 404
an unknown collection -> /api/cities/ -> error path
an unknown path without a slash -> /api/cities -> error path
beyond a record -> /api/countries/NO/name/ -> error path
a key with a space -> /api/countries/a%20b/ -> error countries/key
a file below a collection -> /api/countries/index.html/x -> error path
two slashes -> /api//countries/ -> error path
a collection in capitals -> /api/Countries/ -> error path
an inherited name -> /api/constructor/ -> error path
# HEAD
a page -> HEAD limit=10 -> page limit/10
a list -> HEAD /api/countries/ -> file api/countries
a record -> HEAD /api/countries/NO/ -> file api/countries/NO
an error -> HEAD limit=0 -> error neighborhoods/limit
nothing -> HEAD /api/cities/ -> error path
no slash -> HEAD /api/countries?format=api -> 301 /api/countries/?format=api
# OPTIONS
the index -> OPTIONS /api/ -> file data/options/index
a collection -> OPTIONS /api/neighborhoods/ -> file data/options/neighborhoods
a collection without its slash -> OPTIONS /api/neighborhoods -> file data/options/neighborhoods
whatever its query -> OPTIONS limit=0&limit=1 -> file data/options/neighborhoods
a record -> OPTIONS /api/countries/NO/ -> file data/options/countries
nothing -> OPTIONS /api/cities/ -> error path
# other methods get 405
POST to a collection -> POST /api/neighborhoods/ -> error method
POST without a slash -> POST /api/neighborhoods -> error method
POST to a record -> POST /api/countries/NO/ -> error method
POST to nothing -> POST /api/cities/ -> error path
PUT -> PUT /api/countries/NO/ -> error method
DELETE -> DELETE /api/countries/NO/?x=1 -> error method
PATCH -> PATCH /api/neighborhoods/ -> error method
# headers
a browser that navigates -> limit=10 -> page limit/10 -> Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: document; Accept: text/html
a browser that navigates to nothing -> /api/cities/ -> error path -> Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: document; Accept: text/html
one that accepts gzip -> /api/countries/ -> file api/countries -> Accept-Encoding: gzip, br
gzip, every record -> limit=all -> page limit/all -> Accept-Encoding: gzip
gzip, an error -> limit=0 -> error neighborhoods/limit -> Accept-Encoding: gzip
gzip, POST -> POST /api/neighborhoods/ -> error method -> Accept-Encoding: gzip
one that takes only XML -> /api/countries/NO/ -> file api/countries/NO -> Accept: application/xml
one that wants a part -> limit=10 -> page limit/10 -> Range: bytes=0-9
`;

/** A request, such as `POST /api/` or `limit=10`. */
export function requestOf(text: string): { method: string; target: string } {
  const [target = '', method = 'GET'] = text.split(' ').reverse();
  return { method, target: target.startsWith('/') ? target : `/api/neighborhoods/?${target}` };
}

/** An answer as the table writes it, such as `error neighborhoods/limit`. */
export function fileAnswer(text: string): FileAnswer {
  const [kind, name = ''] = text.split(' ');
  if (kind === 'error') {
    const error = name.replace(/^.*\/|-.*$/g, '') as ErrorName;
    return { status: ERRORS[error], file: `data/errors/${name}.json` };
  }
  return { status: 200, file: `${kind === 'page' ? 'api/neighborhoods/' : ''}${name}.json` };
}

/** The error of rules for a request that has no file. */
function errorOfRules(target: string): FileAnswer {
  const [path = ''] = target.split('?');
  const [, collection = ''] = /^\/api\/(\w+)\//.exec(path) ?? [];
  return fileAnswer(path.endsWith('.json') ? 'error path' : `error ${collection}/parameters`);
}

function expectedOf(text: string, target: string): Expected {
  const [kind, location = '', ...rest] = text.split(' ');
  const [own = '', ofRules] = kind === 'composed' ? [] : text.split(' or ');
  const rules = ofRules ? fileAnswer(ofRules) : errorOfRules(target);
  if (kind === '301') return { status: 301, location };
  if (kind === 'refused') return { refused: own.slice('refused '.length), rules };
  if (kind !== 'composed') {
    const code = fileAnswer(own);
    const isOwn = /(?:path|format|method|query|\/key)[.]json$/.test(code.file);
    const isSame =
      kind !== 'error' || (isOwn && !(target.endsWith('.json') && /key/.test(code.file)));
    return isSame && !ofRules ? code : { code, rules };
  }
  const given = location.includes('=') ? `?${location}` : target.replace(/^[^?]*/, '');
  const query: Record<string, string> = Object.fromEntries(
    [...new URLSearchParams(given)].map(([name, value]) => [name, value.trim()]),
  );
  const { limit = '20', offset = '0' } = query;
  return {
    page: { ...query, limit: limit === 'all' ? limit : Number(limit), offset: Number(offset) },
    rules: rest[0] ? fileAnswer(`page ${rest[0]}`) : rules,
  };
}

const headersOf = (text: string): Case['headers'] =>
  Object.fromEntries(text.split('; ').map((header) => header.split(': ')));

/** The contract. */
export const CASES: readonly Case[] = TABLE.split('# ')
  .slice(1)
  .flatMap((section) => {
    const [group = '', rows = ''] = section.split(/\n(.*)/s);
    return rowsOf(rows).map(([name = '', request = '', answer = '', headers]) => {
      const { method, target } = requestOf(request);
      const expected = expectedOf(answer, target);
      return { group, name, method, target, headers: headers ? headersOf(headers) : {}, expected };
    });
  });

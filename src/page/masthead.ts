import type { Described } from '../describe/described.ts';
import { hasFeed } from '../describe/feed.ts';
import { FEED } from '../describe/files.ts';
import { licencesOf } from '../describe/licence.ts';
import { newestUpdate } from '../site/updates.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatTime } from './view/text-value.ts';

/** The top of the page: what the API is, how new its data is, and where all of it is. */
export function masthead({ about, downloads = [] }: Described): Markup {
  const licences = licencesOf(about.sources).map(({ name }) => name);
  return markup`
<header class="masthead">
<h1>${about.name}</h1>
<p class="lead">${about.description}</p>
<p class="facts"><span>REST API, version ${about.version}</span>${updated(about)}${licences.length > 0 && markup`<a href="#facts-from">${licences.join(', ')}</a>`}${downloads.length > 0 && markup`<a href="#all-data">Downloads</a>`}${hasFeed(about) && markup`<a href="${FEED}">Feed</a>`}<a href="openapi.json">OpenAPI</a></p>
</header>`;
}

/** When the data was last changed. */
function updated({ collections }: Described['about']): Markup | undefined {
  const newest = newestUpdate(collections);
  return newest === undefined
    ? undefined
    : markup`<span>updated <time datetime="${newest}">${formatTime(newest.slice(0, 10))}</time></span>`;
}

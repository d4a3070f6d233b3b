import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { parseBase } from '../api/base.ts';
import type { Api } from '../api/definition.ts';
import { publishRecords, type Records } from '../content/check/record.ts';
import { type Entry, type ReadOptions, readContent } from '../content/read.ts';
import type { Grid } from '../core/grid.ts';
import { PartCache, ROOT, STORE_FOLDER, type Store } from '../core/store.ts';
import { downloadsOf } from '../describe/downloads/downloads.ts';
import { examplesOf } from '../describe/examples.ts';
import { feedFiles } from '../describe/feed.ts';
import { REPLACEABLE_FILES } from '../describe/files.ts';
import { machineFiles } from '../describe/machine-files.ts';
import { otherExtensions } from '../describe/media-type.ts';
import { openApiFile } from '../describe/openapi/document.ts';
import type { HostName, Limits } from '../hosts/host.ts';
import { clientFiles, HOSTS, hostFiles, siteForm } from '../hosts/hosts.ts';
import { assertWithinLimits, type SiteSize } from '../hosts/site-size.ts';
import { pageFiles } from '../page/page-files.ts';
import { pointsOf } from '../page/points.ts';
import { metadataOf } from '../site/api-metadata.ts';
import { headOf, type Manifest } from '../site/manifest.ts';
import { type SerializedCollection, serialize } from '../site/serialize.ts';
import { concat, type SiteFile } from '../site/site-file.ts';
import { SiteFiles } from '../site/site-files.ts';
import { gridOf, linksOn } from '../site/site-grid.ts';
import { StoreFiles } from '../site/store-files.ts';
import { once } from '../util/once.ts';
import { byLocation, ContentError } from '../util/problem.ts';
import { unlessAborted, yieldToEventLoop } from '../util/progress.ts';
import type { Changes, Site } from './new-site.ts';
import { notesOf } from './notes.ts';
import { isPublicFile, publicFiles } from './public-files.ts';
import { publishSite } from './publish.ts';
import { assertRecordsKept, type Keys, keysIn } from './record-loss.ts';
import { assertTarget, publicFolder } from './target.ts';

export interface ContentOptions extends ReadOptions {
  readonly api: Api;
  /** The content folder. */
  readonly content: string;
  /** The address in links within records; absent: a placeholder. */
  readonly base?: string;
  /** The only host that the site is for, whose limits it must meet. Absent: every host that answers query strings. */
  readonly host?: HostName | undefined;
}

/** The base address in links of records that are only checked. */
const PLACEHOLDER = 'https://example.org';

export interface RenderOptions extends ContentOptions {
  /** The absolute address where the site will be mounted, such as `https://example.org/bna`. */
  readonly base: string;
  /** The address of a stream of events that makes an open page reload; absent: none. */
  readonly changes?: string | undefined;
  /** The records to publish; absent: those of the content. */
  readonly records?: Records | undefined;
}

export interface BuildOptions extends Omit<RenderOptions, 'api'> {
  /** The API, or a function that loads it, which is called when no other build can replace the site. */
  readonly api: Api | (() => Promise<Api>);
  /** The folder that becomes the site: absent, empty, or a site that an earlier build made. */
  readonly out: string;
  /** Whether the site may lose all records of a collection, or more than half of all; absent: no. */
  readonly allowRemoval?: boolean | undefined;
}

/** A whole site that is in no folder yet. */
export interface RenderedSite extends Site {
  readonly grid: Grid;
  /** How many records are published. */
  readonly records: number;
  readonly keys: Keys;
  /** A sentence for each part of the definition that can't be prerendered. */
  readonly notes: readonly string[];
  /** Its store; its parts are made when they are read. */
  readonly store: Store;
  /** One file, made when it is asked for; null where there is none. Those of hosts are only in `files`. */
  read(file: string): Promise<Uint8Array | null>;
  /** True if a path leads to a file of `public/` now. */
  isPublic(file: string): boolean;
}

/** What a build made. */
export interface BuildReport extends Pick<RenderedSite, 'grid' | 'records' | 'notes'> {
  /** The size of the site, with its manifest. */
  readonly size: SiteSize;
  /** What became of the files of the site that it replaced, its manifest among them. */
  readonly changes: Changes;
}

/**
 * Builds a site from content: reads and checks it, renders every listing, item and error, and
 * replaces the out folder by the result.
 * @throws UsageError where an option or the definition can't work, or too many records would be removed
 * @throws ContentError with every problem of the content; the out folder is left as it was
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { api, content, out, host, allowRemoval, signal } = options;
  assertTarget(out, content);
  const makeSite = async () => {
    const loaded = typeof api === 'function' ? await unlessAborted(api(), signal) : api;
    return renderSite({ ...options, api: loaded });
  };
  const check = ({ grid, keys }: RenderedSite, size: SiteSize, previous: Manifest | null) => {
    if (previous && !allowRemoval) assertRecordsKept(keysIn(out), keys);
    if (host) assertWithinLimits(HOSTS[host], grid, size);
  };
  const { site, ...report } = await publishSite(out, makeSite, check, options);
  const { grid, records, notes } = site;
  return { grid, records, notes, ...report };
}

/**
 * Makes a site of content, which it reads and checks unless it is given the records.
 * @throws as `build`
 */
export async function renderSite(options: RenderOptions): Promise<RenderedSite> {
  const { api, host, changes } = options;
  const base = parseBase(options.base, 'The base address');
  const { collections, count } = options.records ?? (await checkContent({ ...options, base }));
  const serialized: SerializedCollection[] = [];
  for (const collection of collections) {
    await yieldToEventLoop(options, 'Sorting');
    serialized.push(serialize(collection));
  }
  const { fileBytes }: Limits = host ? HOSTS[host].limits : { sources: [] };
  const folder = publicFolder(options.content);
  const copied = publicFiles(folder, api);
  const copiedPaths = copied.map(({ path }) => path);
  const extensions = otherExtensions(copiedPaths);
  const grid = {
    ...gridOf(api, serialized, { base, ...siteForm(host) }),
    ...(extensions.length > 0 && { extensions }),
  };
  const metadata = metadataOf(api, serialized);
  const head = headOf(grid, metadata, host, copiedPaths);
  const kind = host ? HOSTS[host].kind : 'rules';
  const data = new SiteFiles(metadata, grid, serialized);
  const stored = once(() => new StoreFiles(grid, serialized).files());
  // Made on first use, because `dev` seldom needs them.
  const described = once((): readonly SiteFile[] => {
    const downloads = downloadsOf(head, serialized, fileBytes);
    const site = {
      about: metadata,
      grid,
      examples: examplesOf(grid, serialized),
      downloads,
      // `dev` composes.
      hostKind: kind === 'code' || changes !== undefined ? undefined : kind,
      changes,
    };
    return [
      ...pageFiles(site, pointsOf(metadata, serialized)),
      openApiFile(site),
      ...clientFiles(),
      ...downloads,
      ...feedFiles(head, serialized),
      ...machineFiles(site),
    ];
  });
  const isPublic = (file: string) => isPublicFile(folder, file);
  return {
    grid,
    head,
    records: count,
    keys: new Map(serialized.map(({ name, keys }) => [name, keys])),
    notes: notesOf(grid, serialized, fileBytes),
    *files() {
      yield* data.all();
      // A file of `public/` replaces one of them.
      yield* described().filter(({ path }) => !copiedPaths.includes(path));
      yield* stored();
      yield* hostFiles(grid, host);
      yield* copied;
    },
    async read(file) {
      if (REPLACEABLE_FILES.has(file) && isPublic(file)) return readFile(`${folder}/${file}`);
      const others = file === ROOT || file.startsWith(STORE_FOLDER) ? stored : described;
      const body = data.bodyOf(file) ?? others().find((one) => one.path === file)?.body;
      if (body) return concat(body);
      return isPublic(file) ? readFile(`${folder}/${file}`) : null;
    },
    isPublic,
    store: lazyStore(once(() => new StoreFiles(grid, serialized, true))),
  };
}

/** A store in memory, which is made when it is first used. Other work is done between two parts. */
const lazyStore = (files: () => StoreFiles): Store => ({
  get root() {
    return files().root;
  },
  cache: new PartCache(),
  async read(name) {
    await setImmediate();
    return files().read(name);
  },
});

/** The published records of content that was read, and its problems. */
export function recordsOf(
  options: Omit<ContentOptions, 'content'>,
  entries: readonly Entry[],
): Records {
  const { api, base = PLACEHOLDER, host } = options;
  const { formats, prefix } = api;
  const site = { formats, base, ...siteForm(host), ...(prefix && { prefix }) };
  return publishRecords(api, entries, linksOn(site));
}

/**
 * Reads and checks content, and writes nothing.
 * @returns the records that would be published
 * @throws UsageError where there is no content folder
 * @throws ContentError with every problem
 */
export async function checkContent(options: ContentOptions): Promise<Records> {
  const { api, content } = options;
  const read = await readContent(content, api.collections, options);
  await yieldToEventLoop(options, 'Checking');
  const records = recordsOf(options, read.entries);
  const problems = [...read.problems, ...records.problems];
  if (problems.length > 0) throw new ContentError(problems.sort(byLocation));
  return records;
}

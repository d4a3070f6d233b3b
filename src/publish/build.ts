import { readFile } from 'node:fs/promises';
import { parseBase } from '../api/base.ts';
import type { Api } from '../api/definition.ts';
import { publishRecords, type Records } from '../content/check/record.ts';
import { type Entry, type ReadOptions, readContent } from '../content/read.ts';
import { OPENAPI } from '../core/address.ts';
import type { Grid } from '../core/grid.ts';
import { ROOT, STORE_FOLDER, type Store } from '../core/store.ts';
import { examplesOf } from '../describe/examples.ts';
import { feedFiles } from '../describe/feed.ts';
import { otherExtensions } from '../describe/media-type.ts';
import { openApiOf } from '../describe/openapi/document.ts';
import type { HostName, Limits } from '../hosts/host.ts';
import { clientFiles, HOSTS, hostFiles, hostKindOf } from '../hosts/hosts.ts';
import { assertWithinLimits, plannedSize, type SiteSize } from '../hosts/site-size.ts';
import { pageFiles } from '../page/page-files.ts';
import { pointsOf } from '../page/points.ts';
import { metadataOf } from '../site/api-metadata.ts';
import { GENERATED_BY } from '../site/manifest.ts';
import { type SerializedCollection, serialize } from '../site/serialize.ts';
import { concat, jsonBytes, type SiteFile } from '../site/site-file.ts';
import { siteFiles } from '../site/site-files.ts';
import { gridOf, linksOn } from '../site/site-grid.ts';
import { StoreInMemory, storeFiles } from '../site/store-files.ts';
import { once } from '../util/once.ts';
import { byLocation, ContentError, UsageError } from '../util/problem.ts';
import { runInTurns, type TaskOptions, unlessAborted, yieldToEventLoop } from '../util/progress.ts';
import { type Changes, type Site, writeSite } from './new-site.ts';
import { notesOf } from './notes.ts';
import { isPublicFile, publicFiles } from './public-files.ts';
import { publishSite } from './publish.ts';
import { assertEnough, assertRecordsKept, hashedKeys, type Keys, keysIn } from './record-loss.ts';
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
  /** The name of the project with the content; absent: that of the API. */
  readonly project?: string | undefined;
  /** The records to publish; absent: those of the content. */
  readonly records?: Records | undefined;
}

export interface BuildOptions extends Omit<RenderOptions, 'api'> {
  /** The API, or a function that loads it, which is called when no other build can replace the site. */
  readonly api: Api | (() => Promise<Api>);
  /** The folder that becomes the site: absent, empty, or a site that an earlier build made. */
  readonly out: string;
  /** Whether the site may have too few records, or lose all of a collection, or more than half of all; absent: no. */
  readonly allowRemoval?: boolean | undefined;
}

/** A whole site that is in no folder yet. */
export interface RenderedSite extends Site {
  readonly grid: Grid;
  /** How many records are published, and how many of these are made of others. */
  readonly records: number;
  readonly made: number;
  readonly keys: Keys;
  /** A sentence for each part of the definition that the site can't have; all of them once its files are made. */
  readonly notes: readonly string[];
  /** Its store; its parts are made when they are read. */
  readonly store: Store;
  /** One file, made when it is asked for; null where there is none. Those of hosts are only in `files`. */
  read(file: string): Promise<Uint8Array | null>;
  /** True if a path leads to a file of `public/` now. */
  isPublic(file: string): boolean;
}

/** What a build made. */
export interface BuildReport extends Pick<RenderedSite, 'grid' | 'records' | 'made' | 'notes'> {
  /** The size of the site, with its manifest. */
  readonly size: SiteSize;
  /** What became of the files of the site that it replaced, its manifest among them. */
  readonly changes: Changes;
}

/**
 * Builds a site from content: reads and checks it, renders every listing, record and error, and
 * replaces the out folder by the result.
 * @throws UsageError where an option or the definition can't work, there are too few records, or too many would be removed
 * @throws ContentError with every problem of the content; the out folder is left as it was
 */
export async function build(options: BuildOptions): Promise<BuildReport> {
  const { api: given, content, out, host, allowRemoval, signal } = options;
  assertTarget(out, content);
  return publishSite(out, options, async (staging) => {
    const api = typeof given === 'function' ? await unlessAborted(given(), signal) : given;
    const site = await renderSite({ ...options, api });
    const { grid, keys, records } = site;
    const planned = plannedSize(grid, options);
    if (host) assertWithinLimits(HOSTS[host], grid, planned);
    const { size, changes, previous } = await writeSite(staging, site, out, options);
    if (previous && !allowRemoval)
      assertRecordsKept(keysIn(out), hashedKeys(keys), api.collections);
    if (records === 0 && !allowRemoval)
      throw new UsageError(`There is no published record in ${content}. ${NO_RECORDS}`);
    if (!allowRemoval) assertEnough(api.collections, grid.collections);
    if (host) assertWithinLimits(HOSTS[host], grid, size);
    return { ...site, size, changes };
  });
}

const NO_RECORDS =
  'Nothing was changed. Check the folder: a clone may lack its submodules. To publish an API without records, use --allow-removal.';

/**
 * Makes a site of content, which it reads and checks unless it is given the records.
 * @throws as `build`
 */
export async function renderSite(options: RenderOptions): Promise<RenderedSite> {
  const base = parseBase(options.base, 'The base address');
  const { collections, count, made } =
    options.records ?? (await checkContent({ ...options, base }));
  const serialized = await serializeAll(collections, options);
  const plan = planSite({ ...options, base }, serialized);
  const { grid, head, notes } = plan;
  return {
    ...{ grid, head, notes, records: count, made },
    keys: new Map(serialized.map(({ name, keys }) => [name, keys])),
    store: new StoreInMemory(grid, serialized),
    ...filesOf(plan, options),
  };
}

/** Serializes and sorts the records. `dev` serializes those of a large collection when they are asked for. */
async function serializeAll(collections: Records['collections'], options: RenderOptions) {
  const most = options.changes === undefined ? Number.POSITIVE_INFINITY : MAX_TABLE;
  const serialized: SerializedCollection[] = [];
  for (const collection of collections)
    serialized.push(await runInTurns(serialize(collection, most), 'Sorting', options));
  return serialized;
}

/** What is decided about a site before its files are made. */
type Plan = ReturnType<typeof planSite>;

function planSite(options: RenderOptions, serialized: readonly SerializedCollection[]) {
  const { api, base, host, changes } = options;
  const limits: Limits = host ? HOSTS[host].limits : { sources: [] };
  const { reads, fileBytes } = limits;
  const folder = publicFolder(options.content);
  const notes: string[] = [];
  const copied = publicFiles(folder, api, notes);
  const publicPaths = copied.map(({ path }) => path);
  const extensions = otherExtensions(publicPaths);
  const grid = {
    ...gridOf(api, serialized, { base, hostKind: hostKindOf(host) }, fileBytes),
    ...(extensions.length > 0 && { extensions }),
  };
  notes.push(...notesOf(grid, serialized, fileBytes));
  const about = metadataOf(api, serialized);
  const project = options.project || about.name;
  const head = {
    ...{ generator: GENERATED_BY, grid, about },
    ...(host && { host }),
    ...(reads && { reads }),
    ...(publicPaths.length > 0 && { publicFiles: publicPaths }),
  };
  return { head, about, grid, host, limits, changes, project, serialized, notes, folder, copied };
}

/** The files of a site, each made when it is needed. */
function filesOf(plan: Plan, task: TaskOptions) {
  const { about, grid, host, project, changes, serialized, folder, copied } = plan;
  const data = siteFiles(about, grid, serialized, changes !== undefined);
  // `dev` seldom needs them.
  const described = once(() => describeSite(plan, {}));
  const stored = once(() => [...storeFiles(grid, serialized)]);
  const isPublic = (file: string) => isPublicFile(folder, file);
  return {
    isPublic,
    async *files() {
      yield* data.all();
      yield* await describeSite(plan, task);
      yield* storeFiles(grid, serialized);
      yield* hostFiles(grid, host, project);
      yield* copied;
    },
    async read(file: string) {
      const isStored = file === ROOT || file.startsWith(STORE_FOLDER);
      const others = async () => (isStored ? stored() : await described());
      const body = data.bodyOf(file) ?? (await others()).find((one) => one.path === file)?.body;
      if (body) return concat(body);
      return isPublic(file) ? readFile(`${folder}/${file}`) : null;
    },
  };
}

/** The most records of a collection that `dev` serializes at once, and with which it makes downloads: that takes seconds. */
const MAX_TABLE = 50_000;

/** The files that describe the API. */
async function describeSite(plan: Plan, task: TaskOptions): Promise<SiteFile[]> {
  // Loaded here: few commands write Parquet.
  const { datasetsOf, downloadsOf } = await import('../describe/downloads/downloads.ts');
  const { head, about, grid, limits, changes, serialized, notes } = plan;
  const steps = datasetsOf(grid, serialized, limits.fileBytes);
  const isLight = changes !== undefined && serialized.some(({ keys }) => keys.length > MAX_TABLE);
  const datasets = isLight ? [] : await runInTurns(steps, 'Making downloads', task);
  const downloads = downloadsOf(head, datasets);
  await yieldToEventLoop(task, 'Describing');
  const examples = examplesOf(grid, serialized);
  const site = { about, grid, examples, datasets, downloads, changes };
  await yieldToEventLoop(task, 'Describing');
  const points = pointsOf(about, serialized, limits.fileBytes, notes);
  await yieldToEventLoop(task, 'Describing');
  return [
    ...pageFiles(site, points),
    { path: OPENAPI, body: [jsonBytes(openApiOf(site))] },
    ...clientFiles(site),
    ...downloads,
    ...feedFiles(head, serialized),
  ];
}

/** The published records of content that was read, and its problems. */
export function recordsOf(options: Omit<ContentOptions, 'content'>, entries: readonly Entry[]) {
  const { api, base = PLACEHOLDER, host } = options;
  const { formats, prefix } = api;
  const site = { formats, base, hostKind: hostKindOf(host), ...(prefix && { prefix }) };
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
  const records = await runInTurns(recordsOf(options, read.entries), 'Checking', options);
  const problems = [...read.problems, ...records.problems];
  if (problems.length > 0) throw new ContentError(problems.sort(byLocation));
  return records;
}

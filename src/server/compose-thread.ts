import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fileOf } from '../core/address.ts';
import type { Reply } from '../core/reply.ts';
import type { BodyOutcome } from '../core/resolve.ts';
import { type DataSite, readPublished } from '../core/site.ts';
import { compiledFile } from '../util/compiled-file.ts';

/** The answer that a request needs, and its site. */
export interface Wanted {
  readonly site: DataSite;
  /** The base address of the links in the reply. */
  readonly base: string;
  readonly outcome: BodyOutcome;
  /** The paths of the files that the reply is made of. */
  readonly files: readonly string[];
}

/** A reply that the thread has to make. */
export interface Task extends Omit<Wanted, 'site'> {
  readonly grid: DataSite['grid'];
  /** The bodies of the files, by path; null where they are those of the last task. */
  readonly bodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | null;
}

/** How long an idle thread is kept, in ms. */
const IDLE = 10_000;

/** Enough for a million records. With a higher limit, garbage is collected later and memory use grows. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 };

/** A thread that composes one reply at a time. It starts with the first one. */
export class ComposeThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The file that the thread has from its last task: the next often needs the same one. */
  #kept: { readonly site: DataSite; readonly file: string } | undefined;

  /**
   * @returns the reply to a GET
   * @throws what reading the site throws
   */
  async reply({ site, ...wanted }: Wanted): Promise<Reply> {
    const { outcome, files } = wanted;
    const [file = ''] = files;
    const isKept = files.length === 1 && this.#kept?.site === site && this.#kept.file === file;
    const bodies = isKept ? null : await bodiesOf(site, files);
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(compiledFile('server/compose-worker.js'), { resourceLimits });
    this.#worker.unref();
    const task: Task = { ...wanted, grid: site.grid, bodies };
    const buffers = Array.from(bodies?.values() ?? [], ({ buffer }) => buffer);
    this.#worker.postMessage(task, buffers);
    try {
      const [reply] = await once(this.#worker, 'message');
      // A file that is the reply itself has left the thread.
      this.#kept = file === fileOf(outcome.address) ? undefined : { site, file };
      this.#idle = setTimeout(() => this.#stop(), IDLE).unref();
      return reply;
    } catch (error) {
      this.#stop();
      throw error;
    }
  }

  #stop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#kept = undefined;
  }
}

async function bodiesOf(site: DataSite, files: readonly string[]) {
  const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const file of files) {
    bodies.set(file, owned(await readPublished(site, file)));
    // A site in memory makes its pages without waiting for anything.
    await setImmediate();
  }
  return bodies;
}

/** A body with its own memory, so that it can be transferred to another thread. */
const owned = (body: Uint8Array): Uint8Array<ArrayBuffer> =>
  body.length === body.buffer.byteLength ? (body as Uint8Array<ArrayBuffer>) : new Uint8Array(body);

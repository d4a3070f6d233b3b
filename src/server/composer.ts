import { fileOf, isListing } from '../core/address.ts';
import { planOf } from '../core/compose.ts';
import { isRendered } from '../core/listing.ts';
import type { Reply } from '../core/reply.ts';
import { ComposeThread, type Wanted } from './compose-thread.ts';
import { uncachedReply } from './post.ts';

/** A reply, and the files that it is made of. */
export interface Composed {
  readonly reply: Reply;
  readonly files: readonly string[];
}

/** A reply that is waited for, made or sent. */
interface Job {
  readonly wanted: Wanted;
  readonly composed: Promise<Composed>;
  /** How many records it copies or looks at. */
  readonly cost: number;
  start(): void;
  /** How many clients wait for it or receive it. */
  clients: number;
  /** The bytes of its body, once that is made. */
  bytes: number;
}

/** How many replies can wait, and how long, in ms. */
const [MAX_WAITING, MAX_WAIT] = [64, 30_000];

/** How many bytes of bodies that are being sent put off the next reply. */
const MAX_SENDING = 32 * 2 ** 20;

/**
 * Makes the replies that take time or memory in a thread: one after another, those of few records first, and each
 * once for all who ask for it until it is sent.
 */
export class Composer {
  readonly #jobs = new Set<Job>();
  readonly #waiting = new Set<Job>();
  #isBusy = false;
  readonly #thread = new ComposeThread();

  /**
   * @param closed resolves when the client has the reply, or has left
   * @returns the reply to a GET; one with status 503 where too many wait
   * @throws what reading the site throws
   */
  async reply(wanted: Wanted, closed: Promise<unknown>): Promise<Composed> {
    const known = [...this.#jobs].find((job) => isSame(job.wanted, wanted));
    if (!known && this.#waiting.size >= MAX_WAITING) return BUSY;
    const job = known ?? this.#add(wanted);
    job.clients++;
    void closed.then(() => this.#leave(job));
    this.#next();
    return job.composed;
  }

  #add(wanted: Wanted): Job {
    let start = () => {};
    const turn = new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, MAX_WAIT, false);
      start = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
    const { files, cost } = workOf(wanted);
    const composed = turn.then(async (isTurn) =>
      isTurn ? { reply: await this.#thread.reply(wanted, files), files } : BUSY,
    );
    const job = { wanted, composed, cost, start, clients: 0, bytes: 0 };
    this.#jobs.add(job);
    this.#waiting.add(job);
    return job;
  }

  #leave(job: Job): void {
    if (--job.clients > 0) return;
    this.#jobs.delete(job);
    this.#waiting.delete(job);
    this.#next();
  }

  #next(): void {
    const sending = [...this.#jobs].reduce((sum, { bytes }) => sum + bytes, 0);
    const [job] = [...this.#waiting].sort((a, b) => a.cost - b.cost);
    if (this.#isBusy || sending > MAX_SENDING || !job) return;
    this.#waiting.delete(job);
    this.#isBusy = true;
    job.start();
    const done = (bytes: number) => {
      job.bytes = bytes;
      this.#isBusy = false;
      this.#next();
    };
    job.composed.then(({ reply }) => done(reply.body?.length ?? 0)).catch(() => done(0));
  }
}

const isSame = (a: Wanted, b: Wanted): boolean =>
  a.site === b.site && a.base === b.base && fileOf(a.address) === fileOf(b.address);

/** The files that a reply is made of, and how many records it copies or looks at. */
function workOf({ site, address }: Wanted): { files: readonly string[]; cost: number } {
  const isFile = !isListing(address) || isRendered(site.grid, address);
  const plan = isFile ? null : planOf(site, address);
  if (!plan || 'file' in plan) {
    return { files: [plan?.file ?? fileOf(address)], cost: Number.POSITIVE_INFINITY };
  }
  const cost = plan.pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  return { files: plan.pieces.map(({ file }) => file), cost };
}

const { status, headers, body } = uncachedReply(503, {
  detail: 'Too many requests for pages that are not pre-rendered are waiting. Try again later.',
});
const BUSY: Composed = {
  reply: { status, headers: { ...headers, 'Retry-After': '10' }, body },
  files: [],
};

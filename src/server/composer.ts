import { fileOf } from '../core/address.ts';
import { type Reply, uncachedReply } from '../core/reply.ts';
import { ComposeThread, type Wanted } from './compose-thread.ts';

/** A reply that is waiting, being composed or being sent. */
interface Job {
  readonly wanted: Wanted;
  readonly reply: Promise<Reply>;
  /** How many clients wait for it or receive it. */
  clients: number;
  /** The bytes of its body, once that is made. */
  bytes: number;
  /** To be called when the last client has left. */
  end(): void;
}

/** How many replies can wait. */
const MAX_WAITING = 64;

/** The next reply is made only while the replies that are being sent have fewer bytes. */
const MAX_BYTES = 32 * 2 ** 20;

/** Composes large replies in a thread, one after another. Identical requests share one reply until it is sent. */
export class Composer {
  readonly #jobs = new Set<Job>();
  readonly #thread = new ComposeThread();
  #waiting = 0;
  /** Resolves when the next job can start; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param closed resolves when the client has the reply, or has left
   * @returns the reply to a GET; one with status 503 where too many wait
   * @throws what reading the site throws
   */
  async reply(wanted: Wanted, closed: Promise<unknown>): Promise<Reply> {
    const known = [...this.#jobs].find((job) => isSame(job.wanted, wanted));
    if (!known && this.#waiting === MAX_WAITING) return BUSY;
    const job = known ?? this.#add(wanted);
    job.clients++;
    void closed.then(() => {
      if (--job.clients > 0) return;
      this.#jobs.delete(job);
      job.end();
    });
    return job.reply;
  }

  #add(wanted: Wanted): Job {
    let end = () => {};
    const sent = new Promise<void>((resolve) => {
      end = resolve;
    });
    const reply = this.#last.then(() => {
      this.#waiting--;
      return job.clients > 0 ? this.#thread.reply(wanted) : BUSY;
    });
    const job: Job = { wanted, reply, clients: 0, bytes: 0, end };
    this.#last = reply
      .then(({ body }) => {
        job.bytes = body?.length ?? 0;
        const sending = [...this.#jobs].reduce((sum, { bytes }) => sum + bytes, 0);
        return sending > MAX_BYTES ? sent : null;
      })
      .catch(() => {});
    this.#waiting++;
    this.#jobs.add(job);
    return job;
  }
}

const isSame = (a: Wanted, b: Wanted): boolean =>
  a.site === b.site && a.base === b.base && fileOf(a.outcome.address) === fileOf(b.outcome.address);

const BUSY = uncachedReply(503, { detail: 'Too many large answers are waiting. Try again later.' });

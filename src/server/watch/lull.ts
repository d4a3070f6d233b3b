/** How long nothing must be heard, in ms: longer than a save takes that writes in two steps. */
const QUIET = 50;

/** How long a burst may put off the call, in ms: somebody may be writing without end. */
const LONGEST = 1000;

/** Turns a burst of sounds into one call, made when it is over or has lasted long enough. */
export class Lull {
  #timer: NodeJS.Timeout | undefined;
  #began = 0;

  constructor(private readonly call: () => void) {}

  /** Hears one sound. */
  hear(): void {
    const now = performance.now();
    if (!this.#timer) this.#began = now;
    clearTimeout(this.#timer);
    const rest = Math.min(QUIET, this.#began + LONGEST - now);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.call();
    }, rest);
  }

  /** Makes no call for what was heard so far. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

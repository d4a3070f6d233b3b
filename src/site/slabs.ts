/** The size of a slab in bytes; a longer text gets one of its own. */
const SIZE = 1 << 20;

/**
 * Texts as UTF-8, side by side in few large pieces of memory: a hundred thousand buffers of their own
 * would weigh as much as what they hold.
 */
export class Slabs {
  #slab: Uint8Array = new Uint8Array(0);
  #used = 0;

  /** The bytes of a text, which nobody may change. */
  add(text: string): Uint8Array {
    const size = Buffer.byteLength(text);
    if (this.#used + size > this.#slab.length) {
      this.#slab = new Uint8Array(Math.max(SIZE, size));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += size;
    const bytes = this.#slab.subarray(start, this.#used);
    new TextEncoder().encodeInto(text, bytes);
    return bytes;
  }
}

/**
 * A hash of bytes as 16 hex digits. It finds accidental differences and is no protection against
 * forgery: Web Cryptography, which could be, is not available to pages that a server sends without TLS.
 */
export const hashText = (bytes: Uint8Array): string =>
  murmurHash(bytes)
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('');

/** Two hashes of a record's key, each a number of 32 bits. */
export const hashKey = (key: string): [number, number] => murmurHash(new TextEncoder().encode(key));

/**
 * MurmurHash3 for 32 bits with two seeds. https://github.com/aappleby/smhasher/wiki/MurmurHash3
 * The loop calls no function of ours: in a new Worker, most of it runs before it is compiled.
 */
function murmurHash(bytes: Uint8Array): [number, number] {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const wholeWords = length - (length % 4);
  let [one, other] = [0, 0x9747b28c | 0];
  for (let at = 0; at < wholeWords; at += 4) {
    let word = Math.imul(view.getInt32(at, true), 0xcc9e2d51);
    word = Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    one ^= word;
    other ^= word;
    one = (Math.imul((one << 13) | (one >>> 19), 5) + 0xe6546b64) | 0;
    other = (Math.imul((other << 13) | (other >>> 19), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = length - 1; at >= wholeWords; at--) rest = (rest << 8) | view.getUint8(at);
  rest = Math.imul(rest, 0xcc9e2d51);
  const last = Math.imul((rest << 15) | (rest >>> 17), 0x1b873593) ^ length;
  return [finish(one ^ last), finish(other ^ last)];
}

function finish(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const mixed = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

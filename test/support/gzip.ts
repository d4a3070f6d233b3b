import { gzipSync } from 'node:zlib';

/** A gzip file of as many megabytes of zeros, in a small part of the time that they take as one member. */
export const repeatedGzip = (megabytes: number): Buffer =>
  Buffer.concat(Array(megabytes).fill(gzipSync(Buffer.alloc(1e6))));

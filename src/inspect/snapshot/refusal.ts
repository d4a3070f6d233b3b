import type { Fault } from '../verify/fault.ts';

/** A fault of an archive after which no more of it is read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly fault: Fault;

  /** Had all of its files been read by then? */
  readonly isAtEnd: boolean;

  constructor(code: Fault['code'], path: string, message: string, { isAtEnd = false } = {}) {
    super(`${path} ${message}`);
    this.fault = { code, path, message };
    this.isAtEnd = isAtEnd;
  }
}

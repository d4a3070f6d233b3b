import type { Fault } from '../verify/fault.ts';

/** A fault of an archive after which no more of it is read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly fault: Fault;

  constructor(code: Fault['code'], path: string, message: string) {
    super(`${path} ${message}`);
    this.fault = { code, path, message };
  }
}

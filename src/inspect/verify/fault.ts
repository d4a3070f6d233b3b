/** Every kind of fault that a finished site can have. The code is stable: scripts may match it. */
const FAULT_CODES = [
  'manifest',
  'missing',
  'extra',
  'kind',
  'unreadable',
  'size',
  'hash',
  'syntax',
  'key',
  'count',
  'records',
  'record',
  'twice',
  'lacking',
  'order',
  'next',
  'previous',
  'body',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** What is wrong with one file of a site. */
export interface Fault {
  readonly code: FaultCode;
  /** The file, relative to the site's folder. */
  readonly path: string;
  /** What is wrong with it, as a part of a sentence whose subject is the file. */
  readonly message: string;
}

/** What looking at one file, or a part of one, found; null: nothing is wrong. */
export type Finding = Fault | null;

/** How many faults of a kind are kept: who has thousands needs no list of them. */
const KEPT = 20;

/** The faults that were found: the first of each kind, and how many there are. */
export class Faults {
  readonly #kinds = new Map<FaultCode, { readonly first: Fault[]; count: number }>();

  add(fault: Fault): void {
    const kind = this.#kinds.get(fault.code) ?? { first: [], count: 0 };
    if (kind.first.length < KEPT) kind.first.push(fault);
    kind.count++;
    this.#kinds.set(fault.code, kind);
  }

  get count(): number {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** The first faults of each kind, and how many more of it there are. */
  get kinds(): { readonly code: FaultCode; readonly first: readonly Fault[]; more: number }[] {
    return [...this.#kinds].map(([code, { first, count }]) => ({
      code,
      first,
      more: count - first.length,
    }));
  }
}

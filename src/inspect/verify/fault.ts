/** A file is not the one that the manifest, or a list of checksums, has. */
type FileFaultCode = 'manifest' | 'missing' | 'extra' | 'kind' | 'unreadable' | 'size' | 'hash';

/** A file has another content than it should: it is not well-formed, or has other records or links. */
type ContentFaultCode = 'syntax' | 'key' | 'count' | 'record' | 'records' | 'next' | 'previous';

/** The records of several files do not belong together: one is repeated, missing or in another place. */
type OrderFaultCode = 'twice' | 'lacking' | 'order';

/** Every kind of fault that a finished site or a snapshot can have. The codes are stable: scripts may match them. */
export type FaultCode = FileFaultCode | ContentFaultCode | OrderFaultCode;

/** What is wrong with one file of a site. */
export interface Fault {
  readonly code: FaultCode;
  /** The file, relative to the site's folder. */
  readonly path: string;
  /** What is wrong with it, as a part of a sentence whose subject is the file. */
  readonly message: string;
}

/** The faults of one kind. */
interface FaultKind {
  readonly code: FaultCode;
  readonly first: Fault[];
  /** How many there are besides the first ones. */
  more: number;
}

/** How many faults of a kind are kept; the rest are only counted. */
const MAX_KEPT = 20;

/** The faults that were found: the first of each kind, and how many there are. */
export class Faults {
  readonly #kinds = new Map<FaultCode, FaultKind>();

  add(fault: Fault): void {
    const { code } = fault;
    const kind = this.#kinds.get(code) ?? { code, first: [], more: 0 };
    this.#kinds.set(code, kind);
    if (kind.first.length < MAX_KEPT) kind.first.push(fault);
    else kind.more++;
  }

  get count(): number {
    return this.kinds.reduce((sum, { first, more }) => sum + first.length + more, 0);
  }

  get kinds(): readonly Readonly<FaultKind>[] {
    return [...this.#kinds.values()];
  }
}

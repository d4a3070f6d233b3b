import type { ENCODINGS } from '../api/forms.ts';

/** How a file is decoded that is not UTF-8 or UTF-16, which `--encoding` names. */
export type Encoding = (typeof ENCODINGS)[number];

/** Is data named by an address, and not by a file or a folder? */
export const isAddress = (from: string): boolean => /^[a-z][a-z+.-]*:\/\//i.test(from);

/** The name of standard input, which a command line calls `-`, in place of that of a file. */
export const STANDARD_INPUT = 'standard input';

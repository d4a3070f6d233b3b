import type { ErrorName } from './address.ts';

/*
 * The texts of the errors of the API: those of files, which can't quote a request, and those of code. What a site adds
 * to them, such as the supported values, is in `site/error-files.ts`.
 */

/** The texts of errors, except those of the value of a parameter. */
export const ERROR_TEXTS: Readonly<Partial<Record<ErrorName, string>>> = {
  path: 'This path does not exist.',
  key: 'No record has this key.',
  method: 'This method is not allowed. The Allow header lists the allowed methods.',
  parameters: 'There is no page for these parameters.',
  query: 'An address that ends in .json has its parameters in its path. Leave out the query.',
};

export const unsupportedText = (parameter: string): string =>
  `This value of ${parameter} is not supported.`;

/** The error of a filter of a collection at the address of one of its records, or of its points. */
export const misplacedText = (name: string): string =>
  `${name} is a filter, and filters apply to listings. Leave it out here.`;

/** What rules can't read: a client that repeats a name or writes brackets means a list. */
export const USE_ONCE =
  'Use each parameter once, its name without brackets and percent-encoding. Write several values with commas.';

export const bracketsText = (name: string): string =>
  `${name} has brackets. Write several values with commas: ${name}=a,b.`;

export const repeatedText = (name: string): string => `${name} is given more than once.`;

export const unknownText = (name: string, known: readonly string[]): string =>
  `${name ? `There is no parameter ${JSON.stringify(name)}` : 'A parameter has no name'}. Parameters: ${known.join(', ')}.`;

/**
 * The error of a request for which a host would have to read too many files.
 * @param reads how many it reads
 */
export const tooManyReadsText = (reads: number): string =>
  `This host reads at most ${reads} files for an answer, and this one needs more.`;

export const DAMAGED_TEXT = 'A file of this site can’t be read. Build the site again.';
export const REPLACED_TEXT = 'This site is being replaced. Try again in a moment.';

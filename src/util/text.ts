const number = new Intl.NumberFormat('en');

/** Formats a number with separators: `2,620`. */
export const formatNumber = (amount: number): string => number.format(amount);

/** Formats a count with its noun: `1 record`, `2,620 records`. */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

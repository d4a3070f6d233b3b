const number = new Intl.NumberFormat('en');

/** A number as people read it: `2,620`. */
export const grouped = (amount: number): string => number.format(amount);

/** A count with its noun: `1 record`, `2,620 records`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

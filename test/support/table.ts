/** The cells of a table that is written as text: one row per line. */
export const rowsOf = (text: string, separator = ' -> '): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(separator).map((cell) => cell.trim()));

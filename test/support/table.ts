/** The rows of a table in a text: a line per row, with a separator between its cells. */
export const rowsOf = (text: string, separator = ' -> '): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(separator));

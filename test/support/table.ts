/** The rows of a table of test cases: a line each, with its cells between separators. */
export const rowsOf = (text: string, separator = ' -> '): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(separator));

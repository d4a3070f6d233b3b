/** The values of a list that is written as text: several in a line, with ` | ` between them. */
export const valuesOf = (text: string): string[] =>
  text
    .split(/ \| |\n/)
    .map((value) => value.trim())
    .filter((value) => value !== '');

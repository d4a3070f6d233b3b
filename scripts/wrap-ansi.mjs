/** Wraps a text between words, or inside a word that is longer than a line; without escape codes. */
export default (text, columns) => {
  const most = Math.max(columns, 1);
  const lines = new RegExp(`\\S.{0,${most - 1}}(?<! )(?= |$)|\\S{1,${most}}`, 'gm');
  return text.replace(/.+/g, (line) => (line.match(lines) ?? []).join('\n'));
};

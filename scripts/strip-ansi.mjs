/** A text without escape codes, from one that has none. */
export default (text) => text;

/**
 * A text without its percent-encoding, as engines that look at bytes read it: a byte is a character,
 * whatever the bytes spell, and a broken encoding stays as it is.
 */
export const unescaped = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

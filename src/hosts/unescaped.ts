/**
 * A text without its percent-encoding, as engines that look at bytes read it: a byte is a character,
 * whatever the bytes spell, and a broken encoding stays as it is.
 */
export const unescaped = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * The path at which a server looks for a file.
 * @param segments what is left of the path that was sent, decoded and without dots
 */
export function lookedUp(sent: string, segments: readonly string[]): string {
  const isFolder = /(?:^|\/)(?:\.|%2e){0,2}$/i.test(sent);
  const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  return isFolder || path === '' ? `${path}/` : path;
}

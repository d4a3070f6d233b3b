/** A file of a snapshot: its path in the snapshot's folder, the hash of its body in hex. */
export interface Sum {
  readonly path: string;
  readonly sha256: string;
}

/**
 * A line as `sha256sum` writes it. The paths are plain: none has a character that it would escape.
 * https://www.gnu.org/software/coreutils/manual/html_node/cksum-general-options.html
 */
export const sumLine = ({ path, sha256 }: Sum): string => `${sha256}  ${path}\n`;

const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/** The inverse of `sumLine`, without what ends the line; null where a text is no such line. */
export function parseSum(line: string): Sum | null {
  const [, sha256 = '', path = ''] = LINE.exec(line) ?? [];
  return path === '' ? null : { path, sha256 };
}

import { blocksWith, CONTROL, requireSafe } from '../rules/printing.ts';

/*
 * The syntax of nginx's configuration.
 * https://github.com/nginx/nginx/blob/release-1.22.1/src/core/ngx_conf_file.c, ngx_conf_read_token
 */

const CONTROLS = new RegExp(`[${CONTROL}]`);

/**
 * A text as one argument, in which nginx still substitutes variables.
 * @throws UsageError if it has a control character
 */
export const quoted = (text: string): string =>
  `"${requireSafe('nginx', text, CONTROLS).replace(/["\\]/g, '\\$&')}"`;

/**
 * A text as one argument without variables.
 * @throws UsageError as `quoted` and `plain`
 */
export const literal = (text: string): string => quoted(plain(text));

/**
 * A text without variables.
 * @throws UsageError if it has a `$`, which nginx cannot escape
 */
export const plain = (text: string): string => requireSafe('nginx', text, /\$/);

/** @throws UsageError as `quoted` */
export const comment = (text: string): string => `# ${requireSafe('nginx', text, CONTROLS)}`;

export const block = blocksWith('    ');

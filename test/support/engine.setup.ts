import { existsSync } from 'node:fs';

/** The programs that tests need and npm does not install: where they may be, and what installs them. */
const PROGRAMS = {
  nginx: {
    paths: [
      '/usr/sbin/nginx',
      '/usr/local/sbin/nginx',
      '/usr/bin/nginx',
      '/opt/homebrew/bin/nginx',
    ],
    install: 'apt-get install nginx-light',
  },
  apache: { paths: ['/usr/sbin/apache2'], install: 'apt-get install apache2' },
  caddy: {
    paths: ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'],
    install: 'apt-get install caddy',
  },
  chromium: {
    paths: [
      '/usr/lib/chromium/chromium-headless-shell',
      '/usr/lib/chromium/chromium',
      '/usr/bin/chromium',
      '/usr/bin/google-chrome',
    ],
    install: 'apt-get install chromium-headless-shell',
  },
} satisfies Record<string, { paths: string[]; install: string }>;
type ProgramName = keyof typeof PROGRAMS;

/** Where a program is; undefined where it is not, so that what needs it is to be skipped. */
export const programOf = (name: ProgramName): string | undefined =>
  PROGRAMS[name].paths.find((one) => existsSync(one));

/** What is said of each program that is missing. */
const missingPrograms = (): string[] =>
  (Object.keys(PROGRAMS) as ProgramName[])
    .filter((name) => programOf(name) === undefined)
    .map((name) => `the engine of ${name}: \`${PROGRAMS[name].install}\``);

/**
 * Says before the tests what they will skip, and how to install it.
 * @throws in CI, where nothing is to be skipped
 */
export default function setup(): void {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const text = `Not on this machine, so what needs it is skipped:\n  ${missing.join('\n  ')}\n`;
  if (process.env.CI) throw new Error(text);
  console.warn(text);
}

import { spawn } from 'node:child_process';

/** The commands that open an address on systems without `xdg-open`. They run without a shell. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. A failure prints a line. */
export function openInBrowser(address: string): void {
  const { BROWSER, CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const opener = OPENERS[process.platform];
  const fail = (reason: string) => console.error(`Can’t open a browser: ${reason}`);
  // Without a display, xdg-open starts a text browser in this terminal.
  if (CI || !(opener || BROWSER || DISPLAY || WAYLAND_DISPLAY)) {
    fail('there is no display, or CI is set');
    return;
  }
  const [command = '', ...args] = [...(opener ?? ['xdg-open']), address];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', ({ message }) => fail(message))
    .on('exit', (code) => code && fail(`${command} ended with code ${code}`))
    .unref();
}

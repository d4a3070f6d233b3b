import { spawn } from 'node:child_process';

/** What opens an address, without a shell, on systems other than those with `xdg-open`. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. If there is none, it prints a line. */
export function openInBrowser(address: string): void {
  const { BROWSER, CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const opener = OPENERS[process.platform];
  const fail = (reason: string) => console.error(`No browser was opened: ${reason}`);
  // Without a display, xdg-open begins a text browser in this terminal.
  if (CI || !(opener || BROWSER || DISPLAY || WAYLAND_DISPLAY)) {
    fail('there is no display');
    return;
  }
  const [command = '', ...args] = [...(opener ?? ['xdg-open']), address];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', ({ message }) => fail(message))
    .on('exit', (code) => code && fail(`${command} ended with code ${code}`))
    .unref();
}

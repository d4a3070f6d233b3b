import { spawn } from 'node:child_process';

/** The commands that open an address on systems without `xdg-open`. They run without a shell. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. A failure prints a line. */
export function openInBrowser(address: string): void {
  const { BROWSER, CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? [];
  const fail = (reason: string) => console.error(`Can’t open a browser: ${reason}`);
  // Without a display, xdg-open starts a text browser in this terminal.
  const hasDisplay = command !== 'xdg-open' || BROWSER || DISPLAY || WAYLAND_DISPLAY;
  if (CI || !hasDisplay) {
    fail('there is no display, or CI is set');
    return;
  }
  spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', ({ message }) => fail(message))
    .on('exit', (code) => code && fail(`${command} ended with code ${code}`))
    .unref();
}

import { type Browser, launch } from 'puppeteer-core';
import { engineOf } from './engines.mjs';

export const FIREFOX = engineOf('firefox');

/** Starts Firefox, which WebDriver BiDi drives. https://w3c.github.io/webdriver-bidi/ */
export const startFirefox = (): Promise<Browser> =>
  launch({
    browser: 'firefox',
    executablePath: FIREFOX ?? '',
    headless: true,
    // Clicks miss what scrolls smoothly.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });

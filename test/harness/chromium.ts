import { chromium, type Browser } from 'playwright-core';

// Stops Chromium's own background requests, which a closed network would refuse.
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a headless browser: the one named by SUPERSCOPE_CHROMIUM, or else Debian's. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['SUPERSCOPE_CHROMIUM'] ?? '/usr/bin/chromium', args: quietFlags });

import { chromium, type Browser } from 'playwright-core';

// A closed network refuses what Chromium calls home for; these keep it from trying.
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser without a window: the one that SUPERSCOPE_CHROMIUM names, else Debian's. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['SUPERSCOPE_CHROMIUM'] ?? '/usr/bin/chromium', args: quietFlags });

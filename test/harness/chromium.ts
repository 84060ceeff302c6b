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

/** For a portal whose certificate is of an authority that the browser does not know; Node's own requests check the certificate. */
export const anyCertificateVariable = 'SUPERSCOPE_TEST_ANY_CERTIFICATE';

/** Opens a headless browser: the one named by SUPERSCOPE_CHROMIUM, or else Debian's. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['SUPERSCOPE_CHROMIUM'] ?? '/usr/bin/chromium',
    args: process.env[anyCertificateVariable] === 'true' ? [...quietFlags, '--ignore-certificate-errors'] : quietFlags,
  });

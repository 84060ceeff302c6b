import type { Logger } from 'pino';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findChromium } from './find-chromium.js';
import { brokenChromium, NoFile } from './problem.js';

/** Options that keep Chromium from calling home. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
const IDLE_MS = 60_000;

interface Options {
  portalUrl: string;
  chromiumPath: string | undefined;
  log: Logger;
  idleMs?: number;
}

/** One Chromium for all files. It starts with the first file and ends after a while without any. */
export class RenderingBrowser {
  private started: Promise<Browser> | null = null;
  private using = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options) {}

  /** Runs `work` in its own context, which shares nothing with others and is closed afterwards. Throws NoFile if no browser runs. */
  async inContext<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
    this.using += 1;
    clearTimeout(this.idle);
    try {
      const browser = await this.browser();
      const context = await browser.newContext({
        locale: 'en-AU',
        timezoneId: 'Australia/Sydney',
        colorScheme: 'light',
        // Twice the pixels, because pictures are scaled and shown on high-density screens.
        deviceScaleFactor: 2,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        acceptDownloads: false,
      });
      try {
        return await work(context);
      } finally {
        await context.close().catch(() => undefined);
      }
    } finally {
      this.using -= 1;
      if (this.using === 0) this.idle = setTimeout(() => void this.stop(), this.options.idleMs ?? IDLE_MS).unref();
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle);
    const { started } = this;
    this.started = null;
    await started?.then((browser) => browser.close()).catch(() => undefined);
  }

  /** The running browser. If it ended, or did not start, the next file starts it again. */
  private async browser(): Promise<Browser> {
    const started = (this.started ??= this.launch());
    try {
      const browser = await started;
      if (browser.isConnected()) return browser;
    } catch (error) {
      if (this.started === started) this.started = null;
      throw error;
    }
    if (this.started === started) this.started = null;
    return this.browser();
  }

  private async launch(): Promise<Browser> {
    const { portalUrl, chromiumPath, log } = this.options;
    const { path, env } = await findChromium(chromiumPath);
    // Only the portal's host name resolves, whatever address a page requests.
    const onlyPortal = `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(portalUrl).hostname}`;
    const start = (chromiumSandbox: boolean) =>
      chromium.launch({
        executablePath: path,
        args: [...quiet, onlyPortal],
        env: { ...withoutSecrets(process.env), ...env },
        chromiumSandbox,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
    try {
      // Chromium has no sandbox for root, nor on machines that do not provide one, such as many containers.
      if (process.getuid?.() === 0) return await start(false);
      return await start(true).catch((error: unknown) => {
        log.warn({ err: error }, 'Chromium did not start in its sandbox; it is started without');
        return start(false);
      });
    } catch (error) {
      throw error instanceof NoFile ? error : brokenChromium(path, error);
    }
  }
}

const withoutSecrets = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot', 'LOCALAPPDATA', 'USERPROFILE'].flatMap((name) =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  );

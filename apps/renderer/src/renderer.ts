import type { RenderRequest } from '@superscope/contracts/rendering';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { RenderingBrowser } from './browser.js';
import type { Env } from './env.js';
import { tooLate, tooMany } from './problem.js';
import { render } from './render.js';

/** Most files made at the same time, and most files waiting. */
const AT_ONCE = 2;
const WAITING = 8;

/** Makes files from pages of the portal, a few at a time. */
export class Renderer {
  private readonly turn = pLimit(AT_ONCE);
  private readonly browser: Pick<RenderingBrowser, 'inContext' | 'stop'>;

  constructor(
    private readonly env: Pick<Env, 'PORTAL_URL' | 'CHROMIUM_PATH' | 'RENDER_TIMEOUT_SECONDS'>,
    log: Logger,
    browser?: Pick<RenderingBrowser, 'inContext' | 'stop'>,
  ) {
    const { PORTAL_URL: portalUrl, CHROMIUM_PATH: chromiumPath } = env;
    this.browser = browser ?? new RenderingBrowser({ portalUrl, chromiumPath, log });
  }

  /** Throws NoFile. A file whose `gone` aborts is abandoned as soon as possible. */
  async file(request: RenderRequest, gone: AbortSignal): Promise<Buffer> {
    if (this.turn.pendingCount >= WAITING) throw tooMany();
    return this.turn(async () => {
      gone.throwIfAborted();
      return this.browser.inContext((context) => this.inTime(render(context, this.env.PORTAL_URL, request), gone));
    });
  }

  stop(): Promise<void> {
    return this.browser.stop();
  }

  /** Limits the time to make a file. The start of the browser does not count: only the first file after a pause waits for it. */
  private async inTime(file: Promise<Buffer>, gone: AbortSignal): Promise<Buffer> {
    const seconds = this.env.RENDER_TIMEOUT_SECONDS;
    // Closing the context makes the file fail, which is expected here.
    file.catch(() => undefined);
    let late: NodeJS.Timeout | undefined;
    let leave: () => void = () => undefined;
    const ended = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(tooLate(seconds)), seconds * 1000);
      leave = () => reject(gone.reason as Error);
      gone.addEventListener('abort', leave);
    });
    try {
      return await Promise.race([file, ended]);
    } finally {
      clearTimeout(late);
      gone.removeEventListener('abort', leave);
    }
  }
}

import type { PageProgress } from '@superscope/contracts/page-event';
import type { RenderRequest } from '@superscope/contracts/rendering';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { BrowserContext } from 'playwright-core';
import { RenderingBrowser } from './browser.js';
import type { Env } from './env.js';
import { tooMany } from './problem.js';
import { render, type Rendered } from './render.js';
import { TimeLimits } from './time-limits.js';

/** Most files made at the same time, and most files waiting. */
const AT_ONCE = 2;
const WAITING = 8;
/** Most seconds for a document of many pages, which keeps its figures. */
const REPORT_SECONDS = 60;
/** Most time that a file waits for its turn and for the browser. */
const LONGEST_WAIT_MS = 30_000;

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
  async file(
    request: RenderRequest,
    gone: AbortSignal,
    onProgress?: (progress: PageProgress) => void,
  ): Promise<Rendered> {
    if (this.turn.pendingCount >= WAITING) throw tooMany();
    const waited = new AbortController();
    const patience = setTimeout(() => waited.abort(tooMany()), LONGEST_WAIT_MS);
    const left = AbortSignal.any([gone, waited.signal]);
    const made = this.turn(async () => {
      left.throwIfAborted();
      return this.browser.inContext((context) => {
        left.throwIfAborted();
        clearTimeout(patience);
        return this.inTime(context, request, gone, onProgress);
      });
    });
    try {
      return await unlessAborted(made, left);
    } finally {
      clearTimeout(patience);
    }
  }

  stop(): Promise<void> {
    return this.browser.stop();
  }

  private async inTime(
    context: BrowserContext,
    request: RenderRequest,
    gone: AbortSignal,
    onProgress?: (progress: PageProgress) => void,
  ): Promise<Rendered> {
    const drawing = this.env.RENDER_TIMEOUT_SECONDS;
    const limits = new TimeLimits(context, request.keeps ? Math.max(REPORT_SECONDS, drawing) : drawing);
    const file = render(context, this.env.PORTAL_URL, request, () => limits.drawn(), onProgress);
    // Closing the context makes the file fail, which is expected here.
    file.catch(() => undefined);
    try {
      return await unlessAborted(Promise.race([file, limits.passed]), gone);
    } finally {
      limits.end();
    }
  }
}

/** Waits for `work`, and throws the signal's reason once that aborts. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  signal.throwIfAborted();
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

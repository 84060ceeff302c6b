import type { BrowserContext, Request } from 'playwright-core';
import { notDrawn, tooLate } from './problem.js';

/** Most seconds from a page's turn to its file, unless more are allowed to draw it. */
const LONGEST_SECONDS = 30;

/**
 * The time that a page may take. Drawing it is limited to `drawingSeconds`, counted from the last answer that it waited for, because a page
 * cannot draw figures that a busy api has not sent. The whole file is limited too. `passed` rejects with NoFile when a limit is over.
 */
export class TimeLimits {
  readonly passed: Promise<never>;
  private reject: (late: Error) => void = () => undefined;
  private readonly whole: NodeJS.Timeout;
  private drawing: NodeJS.Timeout | undefined;
  private readonly awaited = new Set<Request>();
  private isDrawn = false;

  constructor(
    context: Pick<BrowserContext, 'on'>,
    private readonly drawingSeconds: number,
  ) {
    this.passed = new Promise((_, reject) => {
      this.reject = reject;
    });
    this.passed.catch(() => undefined);
    const seconds = Math.max(LONGEST_SECONDS, drawingSeconds);
    this.whole = setTimeout(() => this.reject(tooLate(seconds)), seconds * 1000);
    context.on('request', (request) => this.asked(request));
    context.on('requestfinished', (request) => this.answered(request));
    context.on('requestfailed', (request) => this.answered(request));
  }

  /** The page is drawn; from now on only the whole file is limited. */
  drawn(): void {
    this.isDrawn = true;
    clearTimeout(this.drawing);
  }

  end(): void {
    this.drawn();
    clearTimeout(this.whole);
  }

  private asked(request: Request): void {
    this.awaited.add(request);
    clearTimeout(this.drawing);
  }

  private answered(request: Request): void {
    this.awaited.delete(request);
    if (this.awaited.size > 0 || this.isDrawn) return;
    clearTimeout(this.drawing);
    this.drawing = setTimeout(() => this.reject(notDrawn(this.drawingSeconds)), this.drawingSeconds * 1000);
  }
}

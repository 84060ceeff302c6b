import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TimeLimits } from './time-limits.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that may take five seconds to be drawn. `late` is why it was given up, or null. */
function pageWithLimits() {
  const context = new EventEmitter();
  const limits = new TimeLimits(context as never, 5);
  let late: string | null = null;
  limits.passed.catch((error: Error) => (late = error.message));
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  return { limits, asks: (what: string) => context.emit('request', what), pass, late: () => late, context };
}

const notDrawn = 'The page of this file was not drawn within 5 seconds. Please try again.';
const notReady = 'The file was not ready within 30 seconds. Please try again.';

describe('the time that a page may take', () => {
  it('does not pass while the page waits for an answer', async () => {
    const { asks, pass, late, context } = pageWithLimits();
    asks('/report');
    await pass(10);
    context.emit('requestfinished', '/report');
    await pass(4);
    asks('/api/plan');
    asks('/api/dashboard');
    await pass(3);
    context.emit('requestfailed', '/api/plan');
    await pass(6);
    context.emit('requestfinished', '/api/dashboard');
    await pass(4.5);
    expect(late()).toBeNull();
    await pass(0.5);
    expect(late()).toBe(notDrawn);
  });

  it('is thirty seconds in all, for a page that waits and for a file that is written', async () => {
    const waiting = pageWithLimits();
    waiting.asks('/report');
    await waiting.pass(29.5);
    expect(waiting.late()).toBeNull();
    await waiting.pass(0.5);
    expect(waiting.late()).toBe(notReady);

    const writing = pageWithLimits();
    writing.asks('/report');
    writing.context.emit('requestfinished', '/report');
    await writing.pass(4);
    writing.limits.drawn();
    writing.context.emit('requestfinished', '/late-picture');
    await writing.pass(25);
    expect(writing.late()).toBeNull();
    await writing.pass(1);
    expect(writing.late()).toBe(notReady);
  });

  it('leaves no timer behind', () => {
    const { limits, asks, context } = pageWithLimits();
    asks('/report');
    context.emit('requestfinished', '/report');
    limits.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

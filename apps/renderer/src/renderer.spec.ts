import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Rendered } from './render.js';
import { Renderer } from './renderer.js';

const env = { PORTAL_URL: 'http://127.0.0.1:1', CHROMIUM_PATH: undefined, RENDER_TIMEOUT_SECONDS: 60 };
const asked = { path: '/report', token: 'ssd_x', as: 'pdf' } as const;

/** A browser that opens no page. The test finishes its files. */
function setUp() {
  let finish: (file: Rendered) => void = () => undefined;
  const made = new Promise<Rendered>((resolve) => {
    finish = resolve;
  });
  let opened = 0;
  const inContext = () => {
    opened += 1;
    return made;
  };
  const browser = { inContext, stop: async () => undefined };
  const renderer = new Renderer(env, pino({ level: 'silent' }), browser as never);
  return { renderer, finish: () => finish({ file: Buffer.from('%PDF-'), figures: null }), opened: () => opened };
}

afterEach(() => void vi.useRealTimers());

describe('the files', () => {
  it('are made two at a time, eight wait, and more are refused with a sentence', async () => {
    const { renderer, finish, opened } = setUp();
    const files: Promise<Rendered>[] = [];
    for (let i = 0; i < 10; i += 1) {
      files.push(renderer.file(asked, new AbortController().signal));
      await turn();
    }
    expect(opened()).toBe(2);
    await expect(renderer.file(asked, new AbortController().signal)).rejects.toMatchObject({
      status: 429,
      message: 'Several files are being made already. Please try again in a moment.',
    });
    finish();
    expect((await Promise.all(files)).map(({ file }) => String(file))).toEqual(
      Array.from({ length: 10 }, () => '%PDF-'),
    );
  });

  it('are not begun for somebody who has left while they waited', async () => {
    const { renderer, finish, opened } = setUp();
    const first = [1, 2].map(() => renderer.file(asked, new AbortController().signal));
    const leaving = new AbortController();
    const left = renderer.file(asked, leaving.signal);
    leaving.abort(new Error('gone'));
    finish();
    await expect(left).rejects.toThrow('gone');
    await Promise.all(first);
    expect(opened()).toBe(2);
  });

  it('are refused if their turn, or the browser, does not come within thirty seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { renderer, finish, opened } = setUp();
    const files = [1, 2, 3].map(() => renderer.file(asked, new AbortController().signal));
    const refused = Promise.all(files.map((file) => expect(file).rejects.toMatchObject({ status: 429 })));
    await vi.advanceTimersByTimeAsync(30_000);
    await refused;
    finish();
    await turn();
    expect(opened()).toBe(2);
  });
});

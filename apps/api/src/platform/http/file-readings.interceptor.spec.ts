import type { ExecutionContext } from '@nestjs/common';
import { Subject } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { Endpoint, endpoint } from '../endpoint/endpoint.js';
import { FileReadings, mostReadings } from './file-readings.interceptor.js';
import { Media } from '../endpoint/answers.js';

const reads = endpoint('POST /api/read', {
  summary: 'Reads a file',
  right: 'reports.check',
  body: new Media('multipart/form-data'),
  readsFile: true,
  answers: { 200: new Media('text/plain') },
});
const lists = endpoint('GET /api/list', {
  summary: 'Lists',
  right: 'reports.check',
  answers: { 200: new Media('text/plain') },
});
class Handlers {
  @Endpoint(reads)
  read(): string {
    return '';
  }
  @Endpoint(lists)
  list(): string {
    return '';
  }
}

afterEach(() => vi.useRealTimers());

const readings = () => {
  const interceptor = new FileReadings();
  const headers: [string, unknown][] = [];
  /** Begins a request, which ends when `next` is told so. */
  const begin = (userId: string, handler: () => string = Handlers.prototype.read) => {
    const working = new Subject<string>();
    const raw = { complete: false };
    let told: unknown = null;
    const context = {
      getHandler: () => handler,
      switchToHttp: () => ({
        getRequest: () => ({ principal: { userId }, raw }),
        getResponse: () => ({ header: (...header: [string, unknown]) => headers.push(header) }),
      }),
    } as unknown as ExecutionContext;
    interceptor.intercept(context, { handle: () => working }).subscribe({ error: (error) => (told = error) });
    if (told !== null) throw told as Error;
    return {
      arrives: () => (raw.complete = true),
      ends: () => working.complete(),
      fails: () => working.error(new Error('unreadable')),
      told: () => told,
    };
  };
  return { begin, headers };
};

it('has two files of a person read at once, and a third when one has been read or has failed', () => {
  const { begin, headers } = readings();
  const [one, two] = [begin('amy'), begin('amy')];
  expect(() => begin('amy')).toThrow('Two of your files are being read already.');
  expect(headers).toEqual([['Retry-After', 15]]);
  begin('ben');
  one.ends();
  begin('amy');
  expect(() => begin('amy')).toThrow('Two of your files');
  two.fails();
  begin('amy');
});

it('refuses everybody once all places are taken, and lets what reads no file pass', () => {
  const { begin, headers } = readings();
  const all = Array.from({ length: mostReadings }, (_, i) => begin(`person ${i}`));
  expect(() => begin('another')).toThrow('Many files are being read right now.');
  expect(headers).toEqual([['Retry-After', 15]]);
  begin('another', Handlers.prototype.list);
  all[3]!.ends();
  begin('another');
});

it('gives the place of the file that has been arriving longest to another one, once that is long', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { begin, headers } = readings();
  const all = Array.from({ length: mostReadings }, (_, i) => begin(`person ${i}`));
  // This one is being read, which takes as long as it takes.
  all[0]!.arrives();
  vi.advanceTimersByTime(29_999);
  expect(() => begin('another')).toThrow('Many files are being read right now.');
  vi.advanceTimersByTime(1);
  begin('another');
  expect(all.map((each) => each.told() !== null)).toEqual(all.map((_, at) => at === 1));
  expect(all[1]!.told()).toMatchObject({
    status: 503,
    message: /^This file arrived slowly while others were waiting\./,
  });
  expect(headers.slice(1)).toEqual([
    ['Connection', 'close'],
    ['Retry-After', 15],
  ]);
  // What its handler does with the rest is nobody's place any more.
  all[1]!.fails();
  begin('a third');
  expect(all[2]!.told()).not.toBeNull();
});

it('lets a slow file arrive as long as there are places', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { begin } = readings();
  const slow = begin('amy');
  vi.advanceTimersByTime(600_000);
  for (let i = 1; i < mostReadings; i++) begin(`person ${i}`);
  expect(slow.told()).toBeNull();
  slow.ends();
});

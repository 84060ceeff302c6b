import type { ExecutionContext } from '@nestjs/common';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
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

const readings = () => {
  const interceptor = new FileReadings();
  const headers: [string, unknown][] = [];
  /** Begins a request, which ends when `next` is told so. */
  const begin = (userId: string, handler: () => string = Handlers.prototype.read) => {
    const working = new Subject<string>();
    const context = {
      getHandler: () => handler,
      switchToHttp: () => ({
        getRequest: () => ({ principal: { userId } }),
        getResponse: () => ({ header: (...header: [string, unknown]) => headers.push(header) }),
      }),
    } as unknown as ExecutionContext;
    interceptor.intercept(context, { handle: () => working }).subscribe({ error: () => undefined });
    return { ends: () => working.complete(), fails: () => working.error(new Error('unreadable')) };
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

import { PassThrough } from 'node:stream';
import { ClickHouseError } from '@clickhouse/client-common';
import { describe, expect, it } from 'vitest';
import { makeLog, NestLog } from './log.js';

function openLog() {
  const stream = new PassThrough({ encoding: 'utf8' });
  const lines = () =>
    String(stream.read() ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log: makeLog('info', stream), lines };
}

const named = (name: string, message: string, cause?: Error) =>
  Object.assign(new Error(message, { cause }), { name, code: 11000 });

describe('a line of the api’s log', () => {
  it('has service, time and level in the same fields as every process', () => {
    const { log, lines } = openLog();
    log.info({ correlationId: 'c-1' }, 'request');
    expect(lines()).toEqual([
      expect.objectContaining({
        name: 'api',
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        msg: 'request',
        correlationId: 'c-1',
      }),
    ]);
  });

  it('omits values that an engine or a parser quotes', () => {
    const { log, lines } = openLog();
    const nameless = new ClickHouseError({ message: 'Cannot parse "Okafor"', code: '6', type: 'CANNOT_PARSE_TEXT' });
    log.error({ err: nameless }, 'a query failed');
    log.error({ err: named('MongoServerError', 'dup key: { surname: "Okafor" }') }, 'a request failed');
    log.error(
      { err: named('TypeError', 'x is not a function', named('SyntaxError', '"Okafor" is no JSON')) },
      'failed',
    );
    const written = lines();
    expect(written.map(({ err }) => err)).toMatchObject([
      { type: 'ClickHouseError', code: '6' },
      { type: 'MongoServerError', code: 11000, at: expect.arrayContaining([expect.stringContaining('log.spec')]) },
      { type: 'TypeError', message: 'x is not a function', cause: { type: 'SyntaxError' } },
    ]);
    expect(JSON.stringify(written)).not.toContain('Okafor');
  });

  it('also contains messages of the framework, with the part of the product that logged them', () => {
    const { log, lines } = openLog();
    const nest = new NestLog(log);
    nest.warn('Something is odd', 'Import');
    nest.error({ msg: 'an import failed', importId: 'i-1', err: new Error('why') }, 'Import');
    nest.error(new Error('at start'), 'ExceptionsHandler');
    nest.log('Mapped a route', 'RouterExplorer');
    expect(lines()).toMatchObject([
      { level: 40, context: 'Import', msg: 'Something is odd' },
      { level: 50, context: 'Import', msg: 'an import failed', importId: 'i-1', err: { message: 'why' } },
      { level: 50, context: 'ExceptionsHandler', err: { message: 'at start' } },
    ]);
  });
});

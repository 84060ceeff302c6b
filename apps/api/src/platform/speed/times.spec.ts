import { describe, expect, it } from 'vitest';
import { mostMs, msOf, stepOf } from './histogram.js';
import { Times } from './times.js';

const id = (of: number) => `00000000-0000-4000-8000-${String(of).padStart(12, '0')}`;
const at = Date.parse('2026-11-25T03:10:20.500Z');

describe('the histogram of times', () => {
  it.each([0, 0.4, 1, 7, 42.5, 310, 1_600, 8_400, 119_999, mostMs])(
    'keeps %d ms within a tenth, and never as shorter',
    (ms) => {
      const kept = msOf(stepOf(ms));
      expect(kept).toBeGreaterThanOrEqual(Math.floor(ms));
      expect(kept).toBeLessThanOrEqual(Math.ceil(Math.max(1, ms) * 1.1));
    },
  );

  it('keeps any number in steps that a byte holds', () => {
    for (const ms of [-5, 0, 1e12, Number.MAX_VALUE])
      expect(stepOf(ms)).toSatisfy((step: number) => step >= 0 && step < 256);
  });
});

describe('gathered times', () => {
  it('are counted by minute, kind and name, and given out once', () => {
    const times = new Times();
    times.note('call', 'GET /api/plans', 12, id(1), at);
    times.note('call', 'GET /api/plans', 12, id(2), at + 20_000);
    times.note('call', 'GET /api/plans', 12, id(3), at + 60_000);
    times.note('screen', '/plans', 12, '', at);
    expect(times.take().map(({ minute, kind, count }) => [new Date(minute).toISOString(), kind, count])).toEqual([
      ['2026-11-25T03:10:00.000Z', 'call', 2],
      ['2026-11-25T03:11:00.000Z', 'call', 1],
      ['2026-11-25T03:10:00.000Z', 'screen', 1],
    ]);
    expect(times.take()).toEqual([]);
  });

  it('hold the slowest ten of a batch, whatever their names', () => {
    const times = new Times();
    for (let n = 1; n <= 30; n++) times.note('call', n % 2 ? 'GET /api/a' : 'GET /api/b', n * 10, id(n), at);
    const slowest = times.take().flatMap(({ slowest }) => slowest.map(({ ms }) => ms));
    expect(slowest.toSorted((a, b) => b - a)).toEqual([300, 290, 280, 270, 260, 250, 240, 230, 220, 210]);
  });

  it('hold no correlation id that a caller could have written a name into', () => {
    const times = new Times();
    for (const chosen of ['Ananya-Marchetti', 'TWR-P0002', 'aaaaaaaaaaaaaaaa', `${id(1)}-Marchetti`, ''])
      times.note('call', 'GET /api/plans', 9_000, chosen, at);
    expect(times.take()).toMatchObject([{ count: 5, slowest: [] }]);
  });

  it('take no more memory however many names there are, and no time that is none', () => {
    const times = new Times();
    for (let n = 0; n < 10_000; n++) times.note('call', `GET /api/${n}`, 1, '', at);
    times.note('call', 'GET /api/0', Number.NaN, '', at);
    times.note('call', 'GET /api/0', Number.POSITIVE_INFINITY, '', at);
    const taken = times.take();
    expect(taken).toHaveLength(4_000);
    expect(taken[0]).toMatchObject({ count: 1 });
  });
});

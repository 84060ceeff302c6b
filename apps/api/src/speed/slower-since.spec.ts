import { describe, expect, it } from 'vitest';
import { slowerSince, type Step } from './slower-since.js';
import { slower } from './speed-reader.js';

const stepMs = 600_000;
const day = 144;
const began = Date.parse('2026-11-13T00:00:00.000Z');
/** Some days of steps, with the unrest of an ordinary day. `at` counts steps. */
const steps = (days: number, p95: (at: number) => number): Step[] =>
  Array.from({ length: Math.round(days * day) }, (_, at) => ({
    at: began + at * stepMs,
    p95: p95(at) * (1 + 0.15 * Math.sin(at / 7) + 0.1 * Math.cos(at / 3)),
  }));
const at = (step: number) => began + step * stepMs;

describe('slower since', () => {
  it('finds when times rose and stayed so', () => {
    const found = slowerSince(steps(13, (step) => (step >= 12 * day + 85 ? 1_600 : 310)));
    expect(found!.since).toBe(at(12 * day + 85));
    expect(found!.now / found!.usual).toBeCloseTo(1_600 / 310, 0);
  });

  it('finds it when most of the time was slow, and when it is hours old', () => {
    expect(slowerSince(steps(13, (step) => (step >= 3 * day ? 900 : 300)))!.since).toBe(at(3 * day));
    expect(slowerSince(steps(13, (step) => (step >= 13 * day - 4 ? 900 : 300)))!.since).toBe(at(13 * day - 4));
  });

  it('is nothing while times are as ever, by night and by day', () => {
    expect(slowerSince(steps(13, () => 310))).toBeNull();
    expect(slowerSince(steps(13, (step) => 250 + 120 * Math.sin((2 * Math.PI * step) / day)))).toBeNull();
  });

  it('is nothing once times are as usual again, and not for a single slow step', () => {
    expect(slowerSince(steps(13, (step) => (step >= 1_500 && step < 1_700 ? 3_000 : 310)))).toBeNull();
    expect(slowerSince(steps(13, (step) => (step === 13 * day - 1 ? 60_000 : 310)))).toBeNull();
  });

  it('is nothing for a few milliseconds, and before three days are kept', () => {
    expect(slowerSince(steps(13, (step) => (step >= 12 * day ? 40 : 8)))).toBeNull();
    expect(slowerSince(steps(2.5, (step) => (step >= 2 * day ? 1_600 : 310)))).toBeNull();
    expect(slowerSince([])).toBeNull();
  });

  it('needs a day before the change, whose first day may be the slow one', () => {
    expect(slowerSince(steps(5, (step) => (step >= day / 2 ? 1_600 : 310)))).toBeNull();
  });
});

describe('what was nearest before', () => {
  const since = Date.parse('2026-11-25T03:10:00.000Z');
  const start = (time: string, isRelease = false) => ({
    at: `2026-11-25T${time}:00.000Z`,
    process: 'api',
    version: '1',
    isRelease,
  });
  const imported = (from: string, to: string | null) => ({
    table: 'assetsOwned',
    from: `2026-11-25T${from}:00.000Z`,
    to: to && `2026-11-25T${to}:00.000Z`,
  });
  const near = (...[starts, imports = []]: [Parameters<typeof slower>[1], Parameters<typeof slower>[2]?]) =>
    slower({ since, now: 1_600, usual: 310 }, starts, imports);

  it('is the newest release, or the newest start if there was none', () => {
    const release = start('02:30', true);
    expect(near([start('01:00'), release, start('03:02')]).start).toEqual(release);
    expect(near([start('01:00'), start('03:02')]).start).toEqual(start('03:02'));
  });

  it('is not what came afterwards, nor what was over long before', () => {
    const before = [imported('02:58', '03:31'), imported('01:00', null)];
    const far = [imported('03:40', '03:50')];
    const dayBefore = { ...imported('00:00', null), from: '2026-11-24T01:00:00.000Z', to: '2026-11-24T02:00:00.000Z' };
    expect(near([start('03:40')], [dayBefore, ...before, ...far])).toMatchObject({ start: null, imports: before });
  });
});

import { describe, expect, it } from 'vitest';
import { latency, rate, shown, type Figure } from './figure.js';
import { figureTable, verdict } from './table.js';

const around = (p50: number) => ({ count: 9, p50, p95: p50 * 2, most: p50 * 3 });

describe('the table of figures', () => {
  it('shows every figure with its target and the raw engine', () => {
    const figures = [
      rate('import, snapshots', 18_300.4, 0.25, { perSecond: 61_000, done: 'inserted' }),
      latency('load a, 1 connection', around(9.5), 8.5, '<= raw + 2 ms', around(6.5)),
      shown('load a, 8 connections', '31.00 ms'),
    ];
    expect(figureTable(figures).split('\n')).toEqual([
      'figure                           measured  target                 raw engine  verdict',
      '---------------------  ------------------  -------------  ------------------  -------------',
      'import, snapshots       18,300/s (0.30 x)  >= 0.25 x raw   61,000/s inserted  met, 1.2 x',
      'load a, 1 connection   9.50 ms (p95 19.0)  <= raw + 2 ms  6.50 ms (p95 13.0)  missed (89 %)',
      'load a, 8 connections            31.00 ms',
    ]);
  });
});

describe('a verdict', () => {
  const of = (figure: Pick<Figure, 'met' | 'reach'>) =>
    verdict({ name: '', measured: '', target: '', raw: '', ...figure });

  it('states by how much a target is reached or missed', () => {
    expect(of({ met: true, reach: 1.02 })).toBe('met');
    expect(of({ met: true, reach: 2.46 })).toBe('met, 2.5 x');
    expect(of({ met: false, reach: 0.5 })).toBe('missed (50 %)');
    expect(of({ met: null, reach: null })).toBe('');
  });

  it('depends on the ratio to the raw engine for rates, and on the median for latencies', () => {
    const raw = { perSecond: 2_000, done: 'appended' };
    expect(rate('x', 1000, 0.5, raw).met).toBe(true);
    expect(rate('x', 999, 0.5, raw).met).toBe(false);
    expect(latency('x', around(8.6), 8.5, '', around(1)).met).toBe(false);
    expect(latency('x', around(8.5), 8.5, '', around(1)).met).toBe(true);
  });
});

import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { beginWait, currentWaits, waitedFor, Waits, withWaits } from './waits.js';

describe('what a call waited for', () => {
  it('counts questions that are asked at once as one time, and not as their sum', () => {
    const waits = new Waits();
    waits.begin('clickhouse', 100);
    waits.begin('clickhouse', 120);
    waits.begin('clickhouse', 130);
    waits.end('clickhouse', 150);
    waits.end('clickhouse', 190);
    waits.end('clickhouse', 200);
    expect(waits.told(150, 230)).toEqual([
      { on: 'clickhouse', ms: 100 },
      { on: 'rest', ms: 50 },
    ]);
  });

  it('counts two engines that are waited for at once for each, and the rest as what is left of both', () => {
    const waits = new Waits();
    waits.begin('mongodb', 0);
    waits.begin('clickhouse', 40);
    waits.end('mongodb', 60);
    waits.end('clickhouse', 90);
    expect(waits.told(100, 100)).toEqual([
      { on: 'mongodb', ms: 60 },
      { on: 'clickhouse', ms: 50 },
      { on: 'rest', ms: 10 },
    ]);
  });

  it('counts what has not ended until the call has, and never longer than the call', () => {
    const waits = new Waits();
    waits.begin('eventStore', 0);
    expect(waits.told(80, 80)).toEqual([{ on: 'eventStore', ms: 80 }]);
    expect(waits.told(80, 900)).toEqual([{ on: 'eventStore', ms: 80 }]);
  });

  it('does not go below nothing when an end comes without its beginning, and leaves other waits open', () => {
    const waits = new Waits();
    waits.end('mongodb', 5);
    waits.begin('clickhouse', 10);
    waits.end('mongodb', 20);
    waits.end('clickhouse', 30);
    expect(waits.told(40, 40)).toEqual([
      { on: 'clickhouse', ms: 20 },
      { on: 'rest', ms: 20 },
    ]);
  });

  it('keeps calls that run at once apart', async () => {
    const [one, other] = [new Waits(), new Waits()];
    await Promise.all([
      withWaits(one, async () => {
        await turn();
        const end = beginWait('mongodb');
        await turn();
        end();
      }),
      withWaits(other, async () => {
        await turn();
        await waitedFor('clickhouse', () => turn());
      }),
    ]);
    const kinds = (waits: Waits) => waits.told(60_000).map(({ on }) => on);
    expect(kinds(one)).not.toContain('clickhouse');
    expect(kinds(other)).not.toContain('mongodb');
  });

  it('does not count again what is asked within a wait, and counts on after one that failed', async () => {
    const waits = new Waits();
    await withWaits(waits, async () => {
      await waitedFor('projector', async () => {
        expect(currentWaits()).toBeUndefined();
        throw new Error('It failed.');
      }).catch(() => undefined);
      expect(currentWaits()).toBe(waits);
    });
    // The wait has ended: a later call of `told` finds no more of it.
    expect(waits.told(60_000, performance.now() + 50_000).find(({ on }) => on === 'projector')?.ms ?? 0).toBeLessThan(
      1_000,
    );
  });

  it('ends a wait once, however often its end is called', () => {
    const waits = new Waits();
    withWaits(waits, () => {
      const first = beginWait('mongodb');
      const second = beginWait('mongodb');
      first();
      first();
      expect(waits.told(60_000, performance.now() + 50_000)[0]!.ms).toBeGreaterThanOrEqual(50_000);
      second();
    });
  });

  it('is nothing outside of calls', async () => {
    beginWait('mongodb')();
    expect(await waitedFor('clickhouse', () => Promise.resolve(1))).toBe(1);
    expect(currentWaits()).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { EditionCalendar, type Edition } from '../analytics/employer/editions.js';
import type { PlanRows } from '../analytics/plan-rows.js';
import { ChangeCounters } from '../changes/change-counters.js';
import type { CompleteFigures } from '../changes/complete-figures.js';
import { FiguresReading } from './figures-reading.js';

const planId = 'TWR.P0001';
const period = { start: '2026-01-31', end: '2026-01-31' };
const signal = new AbortController().signal;
const moment = '2026-03-01T00:00:00.000Z';
const january: Edition = {
  planId,
  month: '2026-01',
  edition: 1,
  version: 1,
  members: 14,
  key: 1n,
  recordedBy: '2026-02-08 00:00:00.000',
  rules: 2,
  onePayroll: true,
};

/** The reading of a plan whose figures are complete at these moments, one for each wait; null if they stay behind. */
function reading(moments: (string | null)[]) {
  const counters = new ChangeCounters();
  const editions: Edition[] = [january];
  const of = new FiguresReading(
    { calendar: () => Promise.resolve(new EditionCalendar(editions)) } as unknown as PlanRows,
    { moment: () => Promise.resolve(moments.shift() ?? null) } as unknown as CompleteFigures,
    counters,
  );
  return {
    of,
    counters,
    publish: (edition: number) => editions.splice(0, 1, { ...january, edition }),
    publishOf: (month: string) => editions.push({ ...january, month }),
  };
}

describe('what a report’s figures were read from', () => {
  it('has the moment by which all that was recorded is in them', async () => {
    const { of } = reading([moment]);
    expect((await of.now(planId, period, signal)).kept).toEqual({
      editions: [{ month: '2026-01', edition: 1 }],
      moment,
    });
  });

  it('is refused for another try while figures of the plan are still being derived', async () => {
    const message = 'Figures of this plan are still being derived. It is made by itself once they are there.';
    await expect(reading([null]).of.now(planId, period, signal)).rejects.toThrow(message);
    const { of } = reading([moment, null]);
    const read = await of.now(planId, period, signal);
    await expect(of.requireSame(planId, read, signal)).rejects.toThrow(message);
  });

  it('is the same until an edition is published, or a campaign of the plan changes', async () => {
    const message = 'Figures of this plan were published while it was made. It is made again by itself.';
    const { of, counters } = reading([moment, moment, moment]);
    const read = await of.now(planId, period, signal);
    counters.bump('LBE.P0009', ['campaignEngagement']);
    await expect(of.requireSame(planId, read, signal)).resolves.toBeUndefined();
    counters.bump(planId, ['campaignEngagement']);
    await expect(of.requireSame(planId, read, signal)).rejects.toThrow(message);
    const again = reading([moment, moment]);
    const before = await again.of.now(planId, period, signal);
    again.publish(2);
    await expect(again.of.requireSame(planId, before, signal)).rejects.toThrow(message);
  });

  it('is another where a month outside its period is published, which its pages compare with', async () => {
    for (const month of ['2025-01', '2026-04']) {
      const { of, publishOf } = reading([moment, moment]);
      const read = await of.now(planId, period, signal);
      publishOf(month);
      await expect(of.requireSame(planId, read, signal)).rejects.toThrow(/^Figures of this plan were published/);
      expect(read.kept.editions).toEqual([{ month: '2026-01', edition: 1 }]);
    }
  });
});

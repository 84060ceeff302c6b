import { BenchPortal } from './bench-portal.js';
import { shown, whole, type Figure } from './figure.js';
import { closing, timed } from './measure.js';
import { processUse } from './processes.js';
import { FundByEvents, monthsTo } from './scaling/fund-by-events.js';
import { shown as untilShown } from './scaling/fund-size.js';
import type { Sizes } from './sizes.js';

/** A past month, which the calendar does not carry forward. */
const lastMonth = '2025-06';

/**
 * Memory of each process of a portal with this many members and months, on its own data folder. They are written directly as events, and
 * projected and derived as usual.
 */
export async function memoryFigures(size: Sizes['memory'], say: (text: string) => void): Promise<Figure[]> {
  const portal = await BenchPortal.start(say);
  try {
    const { plans, membersPerPlan, months, withinSeconds } = size;
    const members = plans * membersPerPlan;
    const fund = await FundByEvents.open(portal.environment);
    const past = await timed(() =>
      closing(fund, async () => {
        await fund.members(plans, membersPerPlan);
        return fund.months(monthsTo(lastMonth, months));
      }),
    );
    const rows = past.result;
    say(
      `${whole(members)} members, ${whole(rows)} rows as events, past files and api, in ${past.seconds.toFixed(0)} s`,
    );
    const { seconds } = await timed(() => untilShown(portal, { members, rows, last: lastMonth, withinSeconds }));
    say(`all of them projected and derived ${seconds.toFixed(0)} s later`);
    return processUse()
      .filter(({ name }) => name !== 'bench')
      .map(({ name, megabytes, peakMegabytes }) =>
        shown(`memory, ${name}`, `${whole(megabytes)} MB (at most ${whole(peakMegabytes)})`),
      );
  } finally {
    await portal.stop();
  }
}

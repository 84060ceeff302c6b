import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ChangeStream } from './change-stream.js';
import { against, shown, type Figure } from './figure.js';
import { FundByEvents, monthsTo } from './scaling/fund-by-events.js';
import { spread, type Spread } from './measure.js';

/** The portal that receives commands and sends changes. */
export interface Listened {
  url: string;
  /** The session cookie. */
  cookie: string;
  environment: NodeJS.ProcessEnv;
}

/** The plan that commands change, large enough for realistic derivation. */
const plan = { planId: 'SCALE.P00000', members: 100, lastMonth: '2025-06', months: 3 };
/** Random pauses, so that commands are not in step with the polling for changes. */
const pause = { leastMs: 150, mostMs: 450 };
/** Commands before the measured ones. */
const warmUp = 5;
const mostWarmUp = 40;

/** Milliseconds from the answer to a command until its changes arrived. */
interface Heard {
  plansMs: number;
  figuresMs: number;
}

/** Writes a plan with some members and months for the commands. Not timed. */
export async function writeChangingPlan(environment: NodeJS.ProcessEnv): Promise<void> {
  const fund = await FundByEvents.open(environment);
  try {
    await fund.members(1, plan.members);
    await fund.months(monthsTo(plan.lastMonth, plan.months));
  } finally {
    await fund.close();
  }
}

/**
 * Measures single commands on an otherwise idle portal: the time from the answer until a browser is notified that the plan has changed,
 * and until it is notified that the figures are derived again.
 */
export async function changeFigures(
  portal: Listened,
  feed: { name: string; limitMs: number },
  commands: number,
): Promise<Figure[]> {
  const stream = await ChangeStream.open(portal.url, portal.cookie);
  const facts: number[] = [];
  const figures: number[] = [];
  let day = 0;
  const command = async (withinSeconds: number): Promise<Heard> => {
    const correlationId = randomUUID();
    await send(portal, correlationId, dayAfter('2026-01-01', day++));
    const acknowledged = performance.now();
    const heardOf = async (readModel: string) =>
      // The change may arrive before the answer.
      Math.max(0, (await stream.heardOf(correlationId, readModel, withinSeconds)) - acknowledged);
    const [plansMs, figuresMs] = await Promise.all([heardOf('plans'), heardOf('memberSnapshots')]);
    return { plansMs, figuresMs };
  };
  try {
    // Earlier writes are projected first, and until then their changes do not name single commands.
    for (let heard = 0; heard < warmUp && day < mostWarmUp;)
      heard = (await command(3).catch(() => null)) === null ? 0 : heard + 1;
    for (let n = 0; n < commands; n += 1) {
      await delay(pause.leastMs + Math.random() * (pause.mostMs - pause.leastMs));
      const { plansMs, figuresMs } = await command(60);
      facts.push(plansMs);
      figures.push(figuresMs);
    }
  } finally {
    stream.close();
  }
  const { name, limitMs } = feed;
  const told = spread(facts);
  return [
    {
      name: `change event, ${name}`,
      measured: millisecondsText(told),
      target: `p95 <= ${limitMs} ms`,
      raw: '',
      ...against(limitMs / told.p95),
    },
    shown(`figures derived, ${name}`, millisecondsText(spread(figures))),
  ];
}

async function send({ url, cookie }: Listened, correlationId: string, on: string): Promise<void> {
  const answer = await fetch(`${url}/api/plans/${plan.planId}/close`, {
    method: 'POST',
    headers: {
      Cookie: cookie,
      'Content-Type': 'application/json',
      'X-Requested-By': 'superscope',
      'X-Correlation-Id': correlationId,
    },
    body: JSON.stringify({ on }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`A command was answered ${answer.status}.`);
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const millisecondsText = ({ p50, p95 }: Spread): string => `p95 ${p95.toFixed(0)} ms (p50 ${p50.toFixed(0)})`;

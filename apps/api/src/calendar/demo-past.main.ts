import { CompleteFigures } from '../changes/complete-figures.js';
import { readEnv } from '../env.js';
import { AccessLog } from '../platform/access/access-log.js';
import { recordingClock } from '../platform/time/recording-clock.js';
import { createServer } from '../server.js';
import { NightlyCalendar } from './nightly-calendar.js';

/** What the loader of the demo's data asks of this process, one at a time: to set the clock, or to wait for a plan's figures. */
type Asked = { /** Instant, UTC. */ moveTo: string } | { /** Id of a plan. */ wholeOf: string };

/** A plan whose figures take longer has a problem that nobody should wait for. */
const wholeWithinMs = 300_000;

// An api whose clock the loader of the demo's data sets, so that the demo has a past. It runs before the portal's own api, in demo mode only.
const env = readEnv(process.env);
const start = process.env['SUPERSCOPE_DEMO_CLOCK'];
if (start === undefined || !env.SUPERSCOPE_DEMO) throw new Error('Only a demo is loaded with another clock.');
recordingClock.moveTo(new Date(start));

const app = await createServer(env);
await app.listen(0, '127.0.0.1');
const access = app.get(AccessLog);
const calendar = app.get(NightlyCalendar);
const complete = app.get(CompleteFigures, { strict: false });

async function move(to: string): Promise<void> {
  // What was noted before belongs to the day before.
  await access.flush();
  recordingClock.moveTo(new Date(to));
  await calendar.turn();
}

async function waitForWhole(planId: string): Promise<void> {
  const moment = await complete.moment(planId, wholeWithinMs, new AbortController().signal);
  if (moment === null) throw new Error('the figures of the first plan did not become visible');
}

process.on('message', (asked: Asked) => {
  const doing = 'moveTo' in asked ? move(asked.moveTo) : waitForWhole(asked.wholeOf);
  doing
    .then(() => process.send?.({ done: true }))
    .catch((error: unknown) => process.send?.({ problem: error instanceof Error ? error.message : String(error) }));
});
process.send?.({ ready: true, url: await app.getUrl() });
process.on('disconnect', () => void app.close().then(() => process.exit(0)));

import { readEnv } from '../env.js';
import { AccessLog } from '../platform/access/access-log.js';
import { recordingClock } from '../platform/time/recording-clock.js';
import { createServer } from '../server.js';
import { NightlyCalendar } from './nightly-calendar.js';

/** What the loader of the demo's data asks of this process. */
interface MoveClock {
  /** Instant, UTC. */
  moveTo: string;
}

// An api whose clock the loader of the demo's data sets, so that the demo has a past. It runs before the portal's own api, in demo mode only.
const env = readEnv(process.env);
const start = process.env['SUPERSCOPE_DEMO_CLOCK'];
if (start === undefined || !env.SUPERSCOPE_DEMO) throw new Error('Only a demo is loaded with another clock.');
recordingClock.moveTo(new Date(start));

const app = await createServer(env);
await app.listen(0, '127.0.0.1');
const access = app.get(AccessLog);
const calendar = app.get(NightlyCalendar);

process.on('message', ({ moveTo }: MoveClock) => {
  const move = async () => {
    // What was noted before belongs to the day before.
    await access.flush();
    recordingClock.moveTo(new Date(moveTo));
    await calendar.turn();
    process.send?.({ movedTo: moveTo });
  };
  move().catch((error: unknown) => process.send?.({ problem: error instanceof Error ? error.message : String(error) }));
});
process.send?.({ ready: true, url: await app.getUrl() });
process.on('disconnect', () => void app.close().then(() => process.exit(0)));

import { processNotesOf, silentAfterMs } from '@superscope/event-store/processes/process-notes';
import { inTime, patienceMs, type Examined } from './examined.js';
import { askEventStore } from './event-store-http.js';
import { eventStoreAddress } from './event-store-url.js';
import { attention, broken, counted, unknown, well, type Finding } from './findings.js';

/** Operations ask for action above a second; above ten minutes an erasure may not be seen in time. */
const apartMs = 1_000;
const tooFarApartMs = 10 * 60_000;

/** How far the clocks of engines and of the portal's processes are from this machine's. */
export async function clockChecks(examined: Examined): Promise<Finding[]> {
  const { mongo, clickhouse, eventStoreVersion, settings } = examined;
  const eventStore = async () => {
    if ((await eventStoreVersion()).endsWith('-embedded')) return null;
    const address = eventStoreAddress(settings.EVENTSTORE_URL);
    const { date } = address === null ? { date: null } : await askEventStore(address, patienceMs);
    // The date of an answer has whole seconds, cut off: half a second later is its middle.
    return date === null ? null : new Date(date.getTime() + 500);
  };
  const checks = await Promise.all([
    compared('Event store', examined, eventStore, 500),
    compared('MongoDB', examined, async () => (await mongo.db('admin').command({ hello: 1 }))['localTime'] as Date),
    compared('ClickHouse', examined, async () => {
      const query = 'SELECT toFloat64(toUnixTimestamp64Milli(now64(3))) AS ms';
      const rows = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ ms: number }>();
      return new Date(rows[0]!.ms);
    }),
    processes(examined),
  ]);
  return checks.flat();
}

/** Compares with the middle of the time that the answer took. What the middle may be off counts for the clock. */
async function compared(
  of: string,
  { now }: Examined,
  ask: () => Promise<Date | null>,
  knownToMs = 0,
): Promise<Finding[]> {
  try {
    const before = now().getTime();
    const told = await inTime(ask());
    if (told === null) return [];
    const half = (now().getTime() - before) / 2;
    return [clockCheck(of, told.getTime() - (before + half), half + knownToMs)];
  } catch {
    return [unknown(of, 'It did not tell its time.')];
  }
}

/** The processes measure themselves against MongoDB. */
async function processes({ mongo, now }: Examined): Promise<Finding[]> {
  const since = new Date(now().getTime() - silentAfterMs - tooFarApartMs);
  const notes = await processNotesOf(mongo.db('ops'))
    .find({ at: { $gt: since } })
    .toArray();
  const apart = notes.flatMap(({ clockAheadMs }) => (clockAheadMs == null ? [] : [clockAheadMs]));
  if (apart.length === 0) return [];
  const worst = apart.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  const of = apart.length === 1 ? 'Process' : `${counted(apart.length, 'process', 'processes')}`;
  return [clockCheck(of, worst, 0)];
}

/** `aheadMs` is known up to `knownToMs`. */
export function clockCheck(of: string, aheadMs: number, knownToMs: number): Finding {
  const least = Math.max(0, Math.abs(aheadMs) - knownToMs);
  if (least <= apartMs) return well(of, 'Within a second.');
  const seconds = (least / 1000).toLocaleString('en-AU', { maximumFractionDigits: 0 });
  const said = `At least ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}.`;
  const advice = 'Run NTP on every machine: operations, Clocks.';
  return least > tooFarApartMs ? broken(of, said, advice) : attention(of, said, advice);
}

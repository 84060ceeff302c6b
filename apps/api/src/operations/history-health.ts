import { asOfDatabasePrefix } from '@superscope/contracts/as-of-views';
import type { HistoryHealth } from '@superscope/contracts/system-health';
import { allOf } from '../platform/all-of.js';
import type { Analytics, Ops } from '../platform/engines.module.js';
import { asOfViewsOf } from '../platform/read-set/read-sets.js';

interface Limits {
  _id: 'asOfLimits';
  diskBytes: number;
}

/** The document in which the projector that keeps the digests records each night. */
interface DigestNight {
  _id: 'planDigests';
  day: string;
  at?: Date;
  plans?: number;
  kept?: number;
  missed?: number;
}

const mostPending = 20;

/** The number and size of plans' views of past moments. An id reveals neither plan nor moment. */
export async function historyHealth(ops: Ops, analytics: Analytics): Promise<HistoryHealth> {
  const views = asOfViewsOf(ops);
  const proofs = (state: 'waiting' | 'running') => views.countDocuments({ 'proof.state': state });
  const differs = { $or: [{ 'proof.state': 'differs' as const }, keptDiffers('kept'), keptDiffers('proof.kept')] };
  const count = (state: 'waiting' | 'running' | 'ready' | 'failed') => views.countDocuments({ state });
  const { pending, limits, ...read } = await allOf({
    waiting: count('waiting'),
    running: count('running'),
    ready: count('ready'),
    failed: count('failed'),
    bytes: bytesOf(analytics),
    limits: ops.db.collection<Limits>('control').findOne({ _id: 'asOfLimits' }),
    pending: views
      .find({ state: { $in: ['waiting', 'running'] } })
      .sort({ requestedAt: 1 })
      .limit(mostPending)
      .toArray(),
    proofs: allOf({ waiting: proofs('waiting'), running: proofs('running'), differing: views.countDocuments(differs) }),
    digests: lastNight(ops),
  });
  return {
    ...read,
    mostBytes: limits?.diskBytes ?? null,
    pending: pending.map(({ _id: id, state, phase, done, total, requestedAt }) => ({
      id,
      state,
      phase,
      done,
      total,
      requestedAt: requestedAt.toISOString(),
    })),
  };
}

/** If facts were recorded late, a difference does not count, because nothing could be compared. */
const keptDiffers = (of: 'kept' | 'proof.kept') => ({ [`${of}.isEqual`]: false, [`${of}.late`]: { $in: [0, null] } });

async function lastNight({ db }: Ops): Promise<HistoryHealth['digests']> {
  const found = await db.collection<DigestNight>('control').findOne({ _id: 'planDigests' });
  if (found === null) return null;
  const { day, at, plans = null, kept = null, missed = null } = found;
  return { day, at: at?.toISOString() ?? null, plans, kept, missed };
}

/** Null while ClickHouse is unavailable. */
async function bytesOf({ client }: Analytics): Promise<number | null> {
  try {
    const answer = await client.query({
      query: `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND startsWith(database, {prefix:String})`,
      query_params: { prefix: asOfDatabasePrefix },
      format: 'JSONEachRow',
    });
    return Number((await answer.json<{ bytes: number | null }>())[0]?.bytes ?? 0);
  } catch {
    return null;
  }
}

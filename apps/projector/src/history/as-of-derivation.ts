import type { AsOfDocument, AsOfPhase } from '@superscope/contracts/as-of-views';
import { memberSnapshotTable } from '@superscope/contracts/read-models/member-snapshots';
import { streamName } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import type { EventStore } from '@superscope/event-store/event-store';
import { contactRequests } from '../activity/member-facts.projection.js';
import { carriedMonths } from '../member-snapshots/shown-months.js';
import { PlanImports } from '../member-snapshots/plan-imports.js';
import type { Derivation } from '../runtime/deriving/derivation.js';
import { deriveInto } from '../runtime/deriving/derive-into.js';
import type { DeadLetters } from '../runtime/operations/dead-letters.js';
import { clickhouseInstant } from '../runtime/writing/instants.js';
import { allMonths, type Projection } from '../runtime/writing/projection.js';
import type { Target } from '../runtime/writing/target.js';
import { AsOfSet, type AsOfEngines } from './as-of-set.js';
import { copyRecordedFacts, membersWithRevisedRequests } from './recorded-facts.js';
import { fundStreams, RecordedStreams, withoutDocuments } from './recorded-streams.js';

export interface AsOfParts extends AsOfEngines {
  store: EventStore;
  live: Target;
  deadLetters: DeadLetters;
  projections: readonly Projection[];
  derivations: readonly Derivation[];
}

/** Told how far it is; throws to end it. */
export type OnProgress = (phase: AsOfPhase, done: number, total: number) => Promise<void>;

const lookEveryMs = 300;

/**
 * Makes the read models of one plan as recorded by a moment: streams of the plan and its fund are replayed, facts of its members are
 * copied from the live tables, and the product's own derivations make the figures of both. Answers the rows of member-months.
 */
export async function deriveAsOf(
  parts: AsOfParts,
  { _id: id, planId, moment }: Pick<AsOfDocument, '_id' | 'planId' | 'moment'>,
  onProgress: OnProgress,
): Promise<number> {
  const recordedBy = clickhouseInstant(moment);
  const set = await AsOfSet.make(parts, id);
  const then = set.target;
  try {
    await readStreams(parts, then, { planId, recordedBy }, onProgress);
    await copyRecordedFacts(await databaseOf(parts.live), then, { planId, recordedBy }, (done, total) =>
      onProgress('copying', done, total),
    );
    const total = await rowsToDerive(then, planId);
    await onProgress('deriving', 0, total);
    for (const derivation of parts.derivations) await derive(derivation, then, planId, total, onProgress);
    return await rowsOf(then);
  } finally {
    await set.close();
  }
}

async function readStreams(
  { store, deadLetters, live, projections }: AsOfParts,
  then: Target,
  { planId, recordedBy }: { planId: string; recordedBy: string },
  onProgress: OnProgress,
): Promise<void> {
  const ofPlans = projections.filter(({ ofTheLog }) => ofTheLog !== true);
  const ofFund = new RecordedStreams(store, deadLetters, then, ofPlans, recordedBy);
  let done = 0;
  for await (const stream of fundStreams(live, then, planId)) {
    await onProgress('reading', done, done + 1);
    await ofFund.replay(stream);
    done += 1;
  }
  const requests = new RecordedStreams(store, deadLetters, then, [withoutDocuments(contactRequests)], recordedBy);
  for (const memberId of await membersWithRevisedRequests(live, { planId, recordedBy })) {
    await onProgress('reading', done, done + 1);
    await requests.replay(streamName(memberStream, memberId));
    done += 1;
  }
}

/** Derives everything, looking now and then how many rows there are. */
async function derive(
  derivation: Derivation,
  then: Target,
  planId: string,
  total: number,
  onProgress: OnProgress,
): Promise<void> {
  let end: { because: unknown } | null = null;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => onProgress('deriving', Math.min(total, await rowsOf(then)), total);
  const timer = setInterval(() => {
    looking = looking.then(look).catch((because: unknown) => void (end ??= { because }));
  }, lookEveryMs);
  try {
    const everything = { planId, ...allMonths, members: null, recordedFrom: '' };
    await deriveInto(derivation, then)(everything, () => end === null);
  } catch (error) {
    throw (end as { because: unknown } | null)?.because ?? error;
  } finally {
    clearInterval(timer);
    await looking;
  }
}

/** Rows of the imports that count, and of the months that carry the newest one forward. */
async function rowsToDerive(then: Target, planId: string): Promise<number> {
  const snapshots = await PlanImports.read(then, planId, 'snapshots', new Set());
  const own = await snapshots.current(null);
  const carried = await carriedMonths(then, planId, own);
  const each = [...own.values()].map(({ rows }) => rows);
  return each.reduce((a, b) => a + b, 0) + carried.length * (each.at(-1) ?? 0);
}

async function rowsOf(then: Target): Promise<number> {
  const answer = await then.clickhouse.query({
    query: `SELECT count() AS n FROM ${then.table(memberSnapshotTable.table)}`,
    format: 'JSONEachRow',
  });
  return Number((await answer.json<{ n: number }>())[0]!.n);
}

async function databaseOf({ clickhouse }: Target): Promise<{ database: string }> {
  const answer = await clickhouse.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' });
  return { database: (await answer.json<{ name: string }>())[0]!.name };
}

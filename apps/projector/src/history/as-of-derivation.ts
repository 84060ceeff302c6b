import { asOfDatabase, type AsOfDocument, type AsOfPhase, type AsOfSum } from '@superscope/contracts/as-of-views';
import { memberSnapshotTable } from '@superscope/contracts/read-models/member-snapshots';
import { streamName } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import type { EventStore } from '@superscope/event-store/event-store';
import { contactRequests } from '../activity/member-facts.projection.js';
import { carriedMonths } from '../member-snapshots/shown-months.js';
import { PlanImports } from '../plan-facts/plan-imports.js';
import { wholePlan, type Derivation } from '../runtime/deriving/derivation.js';
import { deriveInto } from '../runtime/deriving/derive-into.js';
import type { DeadLetters } from '../runtime/operations/dead-letters.js';
import { clickhouseInstant } from '../runtime/writing/instants.js';
import type { Projection } from '../runtime/writing/projection.js';
import type { Target } from '../runtime/writing/target.js';
import { AsOfSet, type AsOfEngines } from './as-of-set.js';
import { copyRecordedFacts, membersWithRevisedRequests } from './recorded-facts.js';
import { planStreams, platformStreams, sharedStreams, type PlanThen } from './plan-streams.js';
import { ofMembersIn, RecordedStreams } from './recorded-streams.js';
import { setDigest } from './set-digest.js';

export interface AsOfParts extends AsOfEngines {
  store: EventStore;
  live: Target;
  deadLetters: DeadLetters;
  projections: readonly Projection[];
  derivations: readonly Derivation[];
}

/** Called with the progress. It throws to end the replay. */
export type OnProgress = (phase: AsOfPhase, done: number, total: number) => Promise<void>;

const lookEveryMs = 300;

/** Summary of the derived set. */
export interface MadeSet extends AsOfSum {
  /** Number of member-month rows. */
  rows: number;
}

type Asked = Pick<AsOfDocument, '_id' | 'planId' | 'moment' | 'readUpTo'>;

/**
 * Derives the read models of one plan as recorded by a moment. The streams of the plan and its fund are replayed, the facts of its members
 * are copied from the live tables, and the product's own derivations calculate the figures from both. Throws StreamsNotListed.
 */
export async function deriveAsOf(
  parts: AsOfParts,
  { _id: id, planId, moment, readUpTo }: Asked,
  onProgress: OnProgress,
): Promise<MadeSet> {
  const of = { planId, recordedBy: clickhouseInstant(moment), readUpTo };
  const { few } = await planStreams(parts.live, of);
  const set = await AsOfSet.make(parts, asOfDatabase(id));
  const then = set.target;
  try {
    await readStreams(parts, then, of, few, onProgress);
    await copyRecordedFacts(await databaseOf(parts.live), then, of, (done, total) =>
      onProgress('copying', done, total),
    );
    await deriveFigures(parts, then, planId, onProgress);
    return { ...(await setDigest(then, planId, (done) => onProgress('summing', done, 0))), rows: await rowsOf(then) };
  } finally {
    await set.close();
  }
}

/** Runs every derivation on a set that has its facts. */
export async function deriveFigures(
  { derivations }: Pick<AsOfParts, 'derivations'>,
  then: Target,
  planId: string,
  onProgress: OnProgress,
): Promise<void> {
  const total = await rowsToDerive(then, planId);
  await onProgress('deriving', 0, total);
  for (const derivation of derivations) await derive(derivation, then, planId, total, onProgress);
}

/** Whether a projection is about plans. Projections of the log itself (`ofTheLog`) are not. */
export const isOfPlans = ({ ofTheLog }: Projection): boolean => ofTheLog !== true;

async function readStreams(
  { store, deadLetters, live, projections }: AsOfParts,
  then: Target,
  of: PlanThen,
  few: readonly string[],
  onProgress: OnProgress,
): Promise<void> {
  const ofFund = new RecordedStreams(store, deadLetters, then, projections.filter(isOfPlans), of);
  const requests = [contactRequests].map(ofMembersIn(of.planId));
  const ofRequests = new RecordedStreams(store, deadLetters, then, requests, of);
  const revised = await membersWithRevisedRequests(live, of);
  const own = [...few, ...sharedStreams];
  const total = own.length + revised.length;
  let done = 0;
  const onStream = async () => onProgress('reading', (done += 1), total);
  await onProgress('reading', 0, total);
  await ofFund.replay(own, onStream);
  await platformStreams(then, of.planId, (stream) => ofFund.replay([stream]));
  await ofRequests.replay(
    revised.map((memberId) => streamName(memberStream, memberId)),
    onStream,
  );
}

/** Derives all figures, and reports the number of rows at intervals. */
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
    await deriveInto(derivation, then)(wholePlan(planId), () => end === null);
  } catch (error) {
    throw (end as { because: unknown } | null)?.because ?? error;
  } finally {
    clearInterval(timer);
    await looking;
  }
}

/** Number of rows of the imports that count, and of the months that carry the newest import forward. */
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

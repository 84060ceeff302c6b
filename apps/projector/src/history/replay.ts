import {
  asOfDatabase,
  replayDatabase,
  type AsOfDocument,
  type AsOfSum,
  type ProofPhase,
} from '@superscope/contracts/as-of-views';
import type { Target } from '../runtime/writing/target.js';
import { clickhouseInstant } from '../runtime/writing/instants.js';
import { deriveFigures, isOfPlans, type AsOfParts } from './as-of-derivation.js';
import { AsOfSet, dropAsOfSet } from './as-of-set.js';
import { compareSets, type Comparison } from './compare-sets.js';
import { planStreams, platformStreams, sharedStreams, streamsOfSnapshots, type PlanThen } from './plan-streams.js';
import { ofMembersIn, RecordedStreams } from './recorded-streams.js';
import { setDigest } from './set-digest.js';

/** Called with the progress. It throws to end the replay. */
export type OnReplay = (phase: ProofPhase, done: number, total: number, streams: number) => Promise<void>;

export interface Proved extends Comparison {
  streams: number;
  sum: AsOfSum;
  /** Number of events that claim to have been recorded by the moment but reached the log after the view was made. They are left out. */
  late: number;
}

/**
 * Replays every stream of a plan from its first event to the moment of a view, using only the event store. Then it derives the figures and
 * compares them with the view row by row. The replayed set is dropped afterwards. Throws StreamsNotListed.
 */
export async function proveView(
  parts: AsOfParts,
  { _id: id, planId, moment, sum, readUpTo }: Pick<AsOfDocument, '_id' | 'planId' | 'moment' | 'sum' | 'readUpTo'>,
  onProgress: OnReplay,
): Promise<Proved> {
  const database = replayDatabase(id);
  const of = { planId, recordedBy: clickhouseInstant(moment), readUpTo };
  const set = await AsOfSet.make(parts, database);
  try {
    const replayed = set.target;
    let streams = 0;
    let events = 0;
    const late = await replayStreams(parts, replayed, of, async (more) => {
      streams += 1;
      events += more;
      await onProgress('replaying', events, sum?.events ?? 0, streams);
    });
    await deriveFigures(parts, replayed, planId, (_, done, total) => onProgress('deriving', done, total, streams));
    const own = await setDigest(replayed, planId, (done) => onProgress('summing', done, 0, streams));
    const comparison = await compareSets(parts, { planId, then: asOfDatabase(id), replayed: database }, (done, total) =>
      onProgress('comparing', done, total, streams),
    );
    return { ...comparison, streams, sum: own, late };
  } finally {
    await set.close();
    await dropAsOfSet(parts, database);
  }
}

/** Returns the number of late events. */
async function replayStreams(
  { store, deadLetters, live, projections: all }: AsOfParts,
  into: Target,
  of: PlanThen,
  onStream: (events: number) => Promise<void>,
): Promise<number> {
  const projections = all.filter(isOfPlans);
  const { few, many } = await planStreams(live, of);
  const ofFund = new RecordedStreams(store, deadLetters, into, projections, of);
  await ofFund.replay([...few, ...sharedStreams], onStream);
  await platformStreams(into, of.planId, (stream) => ofFund.replay([stream], onStream));
  const rowsAlone = projections.map(ofMembersIn(of.planId));
  const ofMembers = new RecordedStreams(store, deadLetters, into, rowsAlone, of);
  await ofMembers.replay(many, onStream);
  const known = new Set(many);
  const others = (await streamsOfSnapshots(into, of.planId)).filter((stream) => !known.has(stream));
  await ofMembers.replay(others, onStream);
  return ofFund.late + ofMembers.late;
}

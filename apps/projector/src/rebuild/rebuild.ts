import { setTimeout as delay } from 'node:timers/promises';
import { productVersion } from '@superscope/contracts/build-info';
import {
  analyticsTables,
  documentViews,
  readModels,
  storedIn,
  type ReadModel,
} from '@superscope/contracts/read-models/read-models';
import { wantedSchema } from '@superscope/contracts/wanted-schema';
import { noteBuilt } from '@superscope/event-store/schema/applied-schemas';
import { beforeAll, comparePositions, encodePosition, type Position } from '@superscope/event-store/events/position';
import { checkpointOf, Progress } from '@superscope/event-store/reading/projection-feed';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import type { Derivation } from '../runtime/deriving/derivation.js';
import { deriveInto } from '../runtime/deriving/derive-into.js';
import { Changes } from '../runtime/writing/changes.js';
import { currentFeed } from '../runtime/feed/current-feed.js';
import { Checkpoints } from '../runtime/operations/checkpoints.js';
import { DeadLetters } from '../runtime/operations/dead-letters.js';
import { DerivationQueue } from '../runtime/deriving/derivation-queue.js';
import { FactsWriter } from '../runtime/writing/facts-writer.js';
import { LogRows } from '../runtime/writing/log-rows.js';
import { isTooMuchAtOnce, mayPass, ProjectionFailure, safeError } from '../runtime/writing/failures.js';
import { GatheredRows } from '../runtime/writing/gathered-rows.js';
import type { Held } from '@superscope/event-store/leases/lease';
import { DoubleBuffer } from '../runtime/writing/double-buffer.js';
import { pauseProjectors, type Pause } from '../runtime/operations/pause.js';
import type { Projection } from '../runtime/writing/projection.js';
import { ProjectorRegistry } from '../runtime/operations/projector-registry.js';
import type { Target } from '../runtime/writing/target.js';
import { collectionDigest, contentColumns, countedRows, tableDigest } from './digest.js';
import { RebuildJournal, type RebuildProgress } from './rebuild-journal.js';
import { soleRebuild } from './sole-rebuild.js';
import { switchOver } from './switch-over.js';

export const rebuildSuffix = '_rebuild';

export interface RebuildParts {
  store: EventStore;
  live: Target;
  rebuilt: Target;
  ops: Db;
  projections: readonly Projection[];
  derivations: readonly Derivation[];
  log: Logger;
  /** Called with the progress. */
  onProgress?: (progress: RebuildProgress) => void;
  /** How long to wait for another rebuild. The lease of a rebuild that died has expired by then. */
  waitForOtherMs?: number;
}

export interface RebuildOptions {
  only?: ReadModel | null;
  accept?: boolean;
}

export interface Difference {
  name: string;
  /** Columns that differ; empty for a collection. */
  columns: string[];
  live: number;
  rebuilt: number;
}

export interface RebuildOutcome {
  /** Encoded position: the newest one of all partitions. */
  position: string;
  events: number;
  differences: Difference[];
  switched: boolean;
}

const everything = {
  tables: analyticsTables.map(({ table }) => table),
  views: documentViews.map(({ collection }) => collection),
};

/** Live read models that make no progress for this long are no longer waited for. */
const patienceMs = 20_000;
const lookEveryMs = 100;
const lookAtPlansEveryMs = 1_000;

/**
 * Builds read models beside the live ones from the first event on, proves at one position (with Kafka: one of each partition) that both are
 * equal, and switches. The live ones serve reads the whole time. With `accept` it also switches if they differ, for a new version of a
 * projection.
 */
export async function rebuild(parts: RebuildParts, options: RebuildOptions = {}): Promise<RebuildOutcome> {
  const sole = await soleRebuild(parts.ops, parts.waitForOtherMs);
  const journal = new RebuildJournal(parts.ops, parts.rebuilt, options.only ?? null);
  const onProgress = (progress: RebuildProgress) => {
    journal.note(progress);
    parts.onProgress?.(progress);
  };
  try {
    const outcome = await rebuildAlone({ ...parts, onProgress }, options, sole);
    await journal.end(outcome.switched ? 'switched' : 'differs', outcome.differences.length);
    const kinds = options.only == null ? readModels : [options.only];
    if (outcome.switched) await noteBuilt(parts.live.views, wantedSchema, productVersion, kinds);
    return outcome;
  } catch (error) {
    await journal.end('failed');
    throw error;
  } finally {
    await sole.release().catch(() => undefined);
  }
}

type ToldParts = RebuildParts & Required<Pick<RebuildParts, 'onProgress'>>;

/**
 * Inserts the rows of many batches together. If the engine refuses such rows, the rebuild starts again and inserts each batch's rows with it,
 * so that an event that the live projector set aside is found.
 */
async function rebuildAlone(parts: ToldParts, options: RebuildOptions, sole: Held): Promise<RebuildOutcome> {
  const gathered = new GatheredRows(parts.rebuilt);
  try {
    return await rebuildOnce(parts, options, sole, gathered);
  } catch (error) {
    if (!gathered.hasFailed || (mayPass(error) && !isTooMuchAtOnce(error))) throw error;
    parts.log.warn(
      safeError(error),
      'ClickHouse refused rows of many events, so the rebuild starts again with smaller inserts',
    );
    return rebuildOnce(parts, options, sole, null);
  }
}

async function rebuildOnce(
  { store, live, rebuilt, ops, projections, derivations, log, onProgress }: ToldParts,
  { only = null, accept = false }: RebuildOptions,
  sole: Held,
  gathered: GatheredRows | null,
): Promise<RebuildOutcome> {
  await rebuilt.clear();
  const writer = new FactsWriter(rebuilt, projections, derivations);
  // Only for the first replay: later a plan may be derived at any moment, and then its stale months must have their rows.
  const first = gathered === null ? writer : new FactsWriter(rebuilt, projections, derivations, gathered);
  const queues = derivations.map(
    (derivation) =>
      new DerivationQueue(derivation, rebuilt, deriveInto(derivation, rebuilt), () => Promise.resolve(), log),
  );
  const tell = (phase: RebuildProgress['phase'], done = 0, total = 0) => onProgress({ phase, events, done, total });
  /** Derives until only plans that cannot be derived are stale. The total is the number of plans that were stale at the beginning. */
  const derived = async () => {
    const stale = async () => (await rebuilt.dirty().distinct('planId')).length;
    const total = await stale();
    tell('deriving', 0, total);
    let isDone = false;
    const look = async () => {
      const left = await stale();
      if (!isDone) tell('deriving', Math.max(0, total - left), total);
    };
    const timer = setInterval(() => void look().catch(() => undefined), lookAtPlansEveryMs);
    try {
      await Promise.all(queues.map((queue) => queue.drained()));
    } finally {
      isDone = true;
      clearInterval(timer);
    }
  };
  const types = new Set(writer.types());
  let events = 0;
  let reached: Position | null = null;
  const feed = await currentFeed(ops);
  const checkpoints = new Checkpoints(live);
  const projectors = new ProjectorRegistry(ops);
  // Counts only events that some projection handles, because the live feed need not record its progress past others.
  const projected = new Progress();
  // One batch is written while the next is read and decrypted, which keeps different processes busy.
  const writing = new DoubleBuffer();

  const deadLetters = new DeadLetters(ops, log);
  const { letters } = deadLetters;
  const logRows = new LogRows(rebuilt, projections, deadLetters, log);
  // Events that operators dropped stay left out, even if they could be applied now.
  const leftOut = await deadLetters.droppedIds();
  const notApplied = new Set<string>();
  const waiting = new Set(await letters.distinct('_id', { state: 'waiting', kind: 'event' }));
  const applied = new Set<string>();

  /** An event that the live projector set aside may fail here too; any other failure ends the rebuild. */
  const write = async (batch: readonly RecordedEvent[], by: FactsWriter): Promise<void> => {
    try {
      await by.write(batch);
    } catch (error) {
      if (gathered?.hasFailed) throw error;
      const [only] = batch;
      if (batch.length > 1) for (const event of batch) await write([event], by);
      else if (!only || !(await letters.findOne({ _id: only.id }))) throw error;
      else {
        notApplied.add(only.id);
        await logRows.write([only]);
        if (error instanceof ProjectionFailure) return;
        await writer.withdraw(only, () => store.read(only.stream), new Set([...leftOut, ...notApplied]));
      }
    }
  };

  /** Replays up to the given progress, or to the present. */
  const replay = async (until: Progress | null) => {
    const whole = until === null ? await newestCommit(store) : 0;
    for await (const batch of store.readAll({ from: reached, batchSize: 1_000 })) {
      const due =
        until === null ? batch : batch.filter((e) => until.includes(checkpointOf(feed, e.stream), e.position));
      const readable = due.filter((event): event is RecordedEvent => !isUndecodable(event) && types.has(event.type));
      const known = readable.filter(({ id }) => !leftOut.has(id));
      const unapplied = readable.filter(({ id }) => leftOut.has(id));
      await writing.begin(async () => {
        await write(known, until === null ? first : writer);
        await logRows.write(unapplied);
      });
      for (const { id } of known) if (waiting.has(id)) applied.add(id);
      events += readable.length;
      reached = batch.at(-1)!.position;
      for (const { stream, position } of known) projected.raise(checkpointOf(feed, stream), position);
      tell('replaying', Math.min(Number(reached.commit), whole), whole);
      if (until !== null && comparePositions(reached, until.furthest()) >= 0) break;
    }
    await writing.stored();
    if (until === null) await gathered?.flush();
  };

  /** Waits until the live read models have what was replayed. With Kafka they receive it somewhat later. */
  const waitForLive = async (needed: Progress) => {
    let moved = performance.now();
    let seen = '';
    for (;;) {
      const progress = await checkpoints.wholeProgress(feed);
      if (progress.covers(needed)) return;
      const now = progress.toString();
      if (now !== seen) moved = performance.now();
      seen = now;
      if (performance.now() - moved > patienceMs || (await projectors.count()) === 0)
        throw new Error('The live read models are behind the rebuilt ones: the projector is not running.');
      await delay(lookEveryMs);
    }
  };

  let pause: Pause | null = null;
  try {
    await replay(null);
    await derived();
    tell('waiting');
    await waitForLive(projected);
    pause = await pauseProjectors(ops);
    let at = await checkpoints.progress(feed);
    // A projector died before it had written its deferred rows. They are written again after its next start.
    while (!(await checkpoints.wholeProgress(feed)).covers(at)) {
      await pause.end();
      await waitForLive(at);
      pause = await pauseProjectors(ops);
      at = await checkpoints.progress(feed);
    }
    if (comparePositions(at.furthest(), beforeAll) === 0)
      throw new Error('There is nothing to compare with: the projector has not run yet.');
    await replay(at);
    await derived();
    tell('comparing');
    const { tables, views } = only === null ? everything : storedIn(only);
    const differences = await compare(live, rebuilt, { tables, views });
    for (const [planId, reason] of queues.flatMap((queue) => [...queue.setAside()]))
      differences.push({
        name: `plan ${planId}, which cannot be derived (${reason})`,
        columns: [],
        live: 0,
        rebuilt: 0,
      });
    const switched = differences.length === 0 || accept;
    if (switched) {
      tell('switching');
      await pause.assertHeld();
      if (!sole.isSafe()) throw new Error('Another rebuild may have begun meanwhile. Please try again.');
      await checkpoints.beginBuild();
      await switchOver(live, rebuilt, tables, views);
      // Dead letters of events that are in the new read models are done.
      const settled = only === null ? [...applied].filter((id) => !notApplied.has(id)) : [];
      await letters.deleteMany({ _id: { $in: settled }, state: 'waiting' });
      // Every api drops its cached answers.
      if (differences.length > 0) await new Changes(ops).note([{ planId: null, readModels: [...readModels] }]);
    }
    return { position: encodePosition(at.furthest()), events, differences, switched };
  } finally {
    await pause?.end();
    await Promise.all(queues.map((queue) => queue.stop()));
    // A pending write would create dropped collections again.
    await writing.settled();
    await rebuilt.drop();
  }
}

/** The end of the log, from which the replayed share is calculated; 0 for an empty log. */
async function newestCommit(store: EventStore): Promise<number> {
  for await (const [newest] of store.newest(1)) return Number(newest?.position.commit ?? 0n);
  return 0;
}

/** The differences between two targets, table by table and then column by column. */
export async function compare(
  live: Target,
  rebuilt: Target,
  { tables, views }: ReturnType<typeof storedIn> = everything,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const name of tables) {
    const columns = await contentColumns(live.clickhouse, live.table(name));
    const digests = (of: readonly string[]) =>
      Promise.all(
        [live, rebuilt].map((target) =>
          tableDigest(
            target.clickhouse,
            countedRows((each) => target.table(each), name),
            of,
          ),
        ),
      );
    const [a, b] = await digests(columns);
    if (a!.rows === b!.rows && a!.digest === b!.digest) continue;
    const differing: string[] = [];
    for (const column of columns) {
      const [left, right] = await digests([column]);
      if (left!.digest !== right!.digest) differing.push(column);
    }
    differences.push({ name, columns: differing, live: a!.rows, rebuilt: b!.rows });
  }
  for (const name of views) {
    const [a, b] = await Promise.all([live, rebuilt].map((target) => collectionDigest(target.view(name))));
    if (a!.rows !== b!.rows || a!.digest !== b!.digest)
      differences.push({ name, columns: [], live: a!.rows, rebuilt: b!.rows });
  }
  return differences;
}

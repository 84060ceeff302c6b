import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { Written } from '@superscope/event-store/event-store';
import { beforeAll, comparePositions, decodePosition, encodePosition } from '@superscope/event-store/events/position';
import {
  checkpointOf,
  checkpointsOf,
  directPartition,
  Progress,
} from '@superscope/event-store/reading/projection-feed';
import { ProjectedEvents } from '../../changes/projected-events.js';
import { Ops } from '../../platform/engines.module.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { tables } from '../tables/tables.js';
import { ImportLeases } from './import-leases.js';
import { ImportSettings } from './import-settings.js';

/** The last write of an import in each partition of the feed. Deleted once the views show it. */
interface WrittenDocument {
  /** The import. */
  _id: string;
  table: CsvTable;
  newest: { checkpoint: string; position: string }[];
  at: Date;
}

/** Tracks the writes of one import. */
export interface ImportTrace {
  wrote: (written: Pick<Written, 'stream' | 'position'>) => void;
  keep: () => Promise<void>;
}

/** How long the writes of an import are remembered while views are behind. */

const lookEveryMilliseconds = 50;

/** Records the last writes of each table's imports, so that the next import is validated against views that show them. */
@Injectable()
export class ImportVisibility {
  constructor(
    private readonly ops: Ops,
    private readonly projected: ProjectedEvents,
    private readonly leases: ImportLeases,
    private readonly settings: ImportSettings,
  ) {}

  private get written() {
    return this.ops.db.collection<WrittenDocument>('imports_written');
  }

  /** Returns a trace that takes every write of an import. Call `keep` before the import ends. */
  async follow(importId: string, table: CsvTable): Promise<ImportTrace> {
    const feed = await this.projected.feed();
    const newest = new Progress();
    return {
      wrote: ({ stream, position }) => newest.raise(checkpointOf(feed, stream), position),
      keep: async () => {
        const positions = checkpointsOf(feed).map((checkpoint) => ({ checkpoint, position: newest.of(checkpoint) }));
        const reached = positions.filter(({ position }) => comparePositions(position, beforeAll) > 0);
        const encoded = reached.map(({ checkpoint, position }) => ({ checkpoint, position: encodePosition(position) }));
        const document = { table, newest: encoded, at: new Date() };
        await this.written.replaceOne({ _id: importId }, document, { upsert: true });
      },
    };
  }

  /**
   * Waits until the views show every import that this table's rows may refer to. Throws 409 while such an import runs
   * for too long, 503 if the views do not catch up.
   */
  async showReferencesOf(table: CsvTable): Promise<void> {
    const { refersTo } = tables[table];
    if (refersTo.length === 0) return;
    const until = performance.now() + this.settings.waitForReferencesMilliseconds;
    for (
      let running = await this.leases.running(refersTo);
      running !== null;
      running = await this.leases.running(refersTo)
    ) {
      if (performance.now() > until)
        throw new RuleViolation(
          'conflict',
          `An import of ${running} is running, to which this file refers. Please wait until it has ended.`,
        );
      await delay(lookEveryMilliseconds);
    }
    while (!(await this.areShown(refersTo))) {
      if (performance.now() > until)
        throw new Refusal(503, { message: 'Earlier imports are not visible yet. Please try again shortly.' });
      await delay(lookEveryMilliseconds);
    }
  }

  /** Waits a while until the views show the earlier imports of this table, so that a dry run compares with them. */
  async showEarlierOf(table: CsvTable): Promise<void> {
    const until = performance.now() + this.settings.waitForReferencesMilliseconds;
    while (performance.now() < until && !(await this.areShown([table]))) await delay(lookEveryMilliseconds);
  }

  private async areShown(names: readonly CsvTable[]): Promise<boolean> {
    const imports = await this.written.find({ table: { $in: [...names] } }).toArray();
    if (imports.length === 0) return true;
    const feed = await this.projected.feed();
    const progress = await this.projected.progress();
    const live = new Set(checkpointsOf(feed));
    const isShown = ({ newest }: WrittenDocument) =>
      newest.every(({ checkpoint, position }) => {
        // If the projectors now follow all partitions under one checkpoint, that checkpoint passes the positions of every partition. If
        // they did so when the import ran, the partitions of its events are not known, but all were passed before the partitioned
        // checkpoints began.
        const passing = feed.kind === 'direct' ? directPartition : checkpoint;
        return !live.has(passing) || progress.includes(passing, decodePosition(position) ?? beforeAll);
      });
    const shown = imports.filter(isShown);
    if (shown.length > 0) await this.written.deleteMany({ _id: { $in: shown.map(({ _id }) => _id) } });
    return shown.length === imports.length;
  }
}

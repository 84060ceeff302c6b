import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { comparePositions, decodePosition, encodePosition, type Position } from '@superscope/event-store/position';
import { Ops, Views } from '../../platform/engines.module.js';
import { Refusal } from '../../platform/problem.filter.js';
import { tablesReferredTo } from '../tables/import-tables.js';
import { ImportLeases } from './import-leases.js';
import { ImportSettings } from './import-settings.js';

interface CompletionDocument {
  /** The table. */
  _id: CsvTable;
  position: string;
}

const lookEveryMilliseconds = 50;

/** Knows where the newest import of each table ended, so that the next one is checked against views that show it. */
@Injectable()
export class ImportVisibility {
  constructor(
    private readonly ops: Ops,
    private readonly views: Views,
    private readonly leases: ImportLeases,
    private readonly settings: ImportSettings,
  ) {}

  private get completions() {
    return this.ops.db.collection<CompletionDocument>('import_completions');
  }

  async completed(table: CsvTable, position: Position): Promise<void> {
    const known = await this.completions.findOne({ _id: table });
    const before = known ? decodePosition(known.position) : null;
    if (before && comparePositions(before, position) >= 0) return;
    await this.completions.updateOne(
      { _id: table },
      { $set: { position: encodePosition(position) } },
      { upsert: true },
    );
  }

  /**
   * Waits until the views show every import that this table's rows may refer to. Throws 409 while such an import goes on for
   * too long, 503 where the views do not catch up.
   */
  async showReferencesOf(table: CsvTable): Promise<void> {
    const tables = tablesReferredTo(table);
    if (tables.length === 0) return;
    const until = performance.now() + this.settings.waitForReferencesMilliseconds;
    for (
      let running = await this.leases.running(tables);
      running !== null;
      running = await this.leases.running(tables)
    ) {
      if (performance.now() > until)
        throw new RuleViolation(
          'conflict',
          `An import of ${running} is running, to which this file refers. Please wait until it has ended.`,
        );
      await delay(lookEveryMilliseconds);
    }
    const ended = await this.completions.find({ _id: { $in: [...tables] } }).toArray();
    const positions = ended.flatMap(({ position }) => decodePosition(position) ?? []);
    while (!(await this.haveReached(positions))) {
      if (performance.now() > until)
        throw new Refusal(503, { message: 'Earlier imports are not visible yet. Please try again shortly.' });
      await delay(lookEveryMilliseconds);
    }
  }

  private async haveReached(positions: readonly Position[]): Promise<boolean> {
    if (positions.length === 0) return true;
    const checkpoint = await this.views.db
      .collection<{ _id: string; position: string }>('checkpoints')
      .findOne({ _id: 'all' });
    const reached = checkpoint ? decodePosition(checkpoint.position) : null;
    return reached !== null && positions.every((position) => comparePositions(reached, position) >= 0);
  }
}

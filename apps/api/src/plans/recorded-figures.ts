import { Injectable } from '@nestjs/common';
import { figureRowsOf, type DatedFigureRow } from '@superscope/contracts/read-models/dated-figures';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import { LRUCache } from 'lru-cache';
import { ChangeCounters } from '../changes/change-counters.js';
import { Analytics } from '../platform/engines.module.js';
import { currentReadSet } from '../platform/read-set/read-set.js';

interface Kept {
  version: string;
  figures: Figures;
}

/** Benchmarks and parameters by what was recorded by a moment, cached until one of them changes. */
@Injectable()
export class RecordedFigures {
  private readonly kept = new LRUCache<string, Kept>({ max: 100 });

  constructor(
    private readonly analytics: Analytics,
    private readonly counters: ChangeCounters,
  ) {}

  /** `moment`: `yyyy-MM-dd HH:mm:ss.SSS`, UTC, such as that of an edition. Views of the past are always read: what they hold is not announced. */
  async by(moment: string): Promise<Figures> {
    if (currentReadSet() !== undefined) return this.read(moment);
    // The count from before reading: a change meanwhile makes the next caller read again.
    const version = this.counters.of(null, ['figures']);
    const known = this.kept.get(moment);
    if (known?.version === version) return known.figures;
    const figures = await this.read(moment);
    this.kept.set(moment, { version, figures });
    return figures;
  }

  private async read(moment: string): Promise<Figures> {
    const answer = await this.analytics.client.query({
      query: `SELECT kind, name, birth_year_or_age, gender, valid_from, argMax(value, revision) AS value
FROM dated_figure WHERE recorded_at <= {moment:DateTime64(3, 'UTC')}
GROUP BY kind, name, birth_year_or_age, gender, valid_from
ORDER BY kind, name, birth_year_or_age, gender, valid_from`,
      query_params: { moment },
      format: 'JSONEachRow',
    });
    return figuresFrom(figureRowsOf(await answer.json<DatedFigureRow>())).figures;
  }
}

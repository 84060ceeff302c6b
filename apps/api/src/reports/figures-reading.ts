import { Injectable } from '@nestjs/common';
import type { KeptAbout } from '@superscope/contracts/kept-figures';
import type { ReportPeriod } from '@superscope/contracts/policy-committee-report';
import { canonicalJson } from '@superscope/contracts/canonical-json';
import { monthOf } from '@superscope/domain/calendar-dates';
import { closedMonthsOf } from '../analytics/employer/editions.js';
import { PlanRows } from '../analytics/plan-rows.js';
import { ProjectedEvents } from '../changes/projected-events.js';
import { Refusal } from '../platform/http/problem.filter.js';

/** From what a document's figures were read. */
export type FiguresRead = Pick<KeptAbout, 'editions' | 'position' | 'moment'>;

const publishedMeanwhile = 'Figures of this plan were published while it was made. It is made again by itself.';

/** Says which figures a document shows: the editions of the months of its period, and how far the read models were. */
@Injectable()
export class FiguresReading {
  constructor(
    private readonly rows: PlanRows,
    private readonly projected: ProjectedEvents,
  ) {}

  async now(planId: string, period: ReportPeriod): Promise<FiguresRead> {
    const position = (await this.projected.progress()).toString();
    return { editions: await this.editions(planId, period), position, moment: new Date().toISOString() };
  }

  /** Throws Refusal 503 if an edition was published since, because the document may show figures of both. */
  async requireSame(planId: string, period: ReportPeriod, { editions }: FiguresRead): Promise<void> {
    if (canonicalJson(await this.editions(planId, period)) !== canonicalJson(editions))
      throw new Refusal(503, { message: publishedMeanwhile });
  }

  private async editions(planId: string, { start, end }: ReportPeriod): Promise<KeptAbout['editions']> {
    const months = closedMonthsOf(await this.rows.calendar(planId)).get(planId) ?? [];
    return months
      .filter(({ month }) => month >= monthOf(start) && month <= monthOf(end))
      .map(({ month, edition }) => ({ month, edition }));
  }
}

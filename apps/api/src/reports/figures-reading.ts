import { Injectable } from '@nestjs/common';
import type { KeptAbout } from '@superscope/contracts/kept-figures';
import type { ReportPeriod } from '@superscope/contracts/policy-committee-report';
import { canonicalJson } from '@superscope/contracts/canonical-json';
import { monthOf } from '@superscope/domain/calendar-dates';
import { closedMonthsOf } from '../analytics/employer/editions.js';
import { PlanRows } from '../analytics/plan-rows.js';
import { ChangeCounters } from '../changes/change-counters.js';
import { CompleteFigures } from '../changes/complete-figures.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { currentReadSet } from '../platform/read-set/read-set.js';

/** From what a document's figures were read. */
export interface FiguresRead {
  kept: Pick<KeptAbout, 'editions' | 'moment'>;
  /** Every edition of the plan: pages also show the year before the period, and what campaigns did after it. */
  published: string;
  /** Counts the changes of figures that no edition holds. */
  changes: string;
}

const publishedMeanwhile = 'Figures of this plan were published while it was made. It is made again by itself.';
const stillDerived = 'Figures of this plan are still being derived. It is made by itself once they are there.';

/** Longer than the read models take to follow a command, shorter than a person waits for a reason. */
const patienceMilliseconds = 30_000;

/** Says which figures a document shows: the editions of the months of its period, and by when all that was recorded is in them. */
@Injectable()
export class FiguresReading {
  constructor(
    private readonly rows: PlanRows,
    private readonly complete: CompleteFigures,
    private readonly counters: ChangeCounters,
  ) {}

  /**
   * Waits until the figures are those of their moment: a check derives the plan as it stood then, from all that was recorded by then.
   * Throws Refusal 503 if they stay behind.
   */
  async now(planId: string, period: ReportPeriod, signal: AbortSignal): Promise<FiguresRead> {
    const moment = await this.moment(planId, signal);
    const changes = await this.changes(planId);
    const months = await this.months(planId);
    return { kept: { editions: within(months, period), moment }, published: canonicalJson(months), changes };
  }

  /** Throws Refusal 503 if an edition was published since, or a campaign changed, because the document may show figures of both. */
  async requireSame(planId: string, { published, changes }: FiguresRead, signal: AbortSignal): Promise<void> {
    // What was on its way at the moment counts as recorded by then.
    await this.moment(planId, signal);
    const isSame = (await this.changes(planId)) === changes && canonicalJson(await this.months(planId)) === published;
    if (!isSame) throw new Refusal(503, { message: publishedMeanwhile });
  }

  private async moment(planId: string, signal: AbortSignal): Promise<string> {
    // A view of the past is complete once it is ready.
    if (currentReadSet() !== undefined) return new Date().toISOString();
    const moment = await this.complete.moment(planId, patienceMilliseconds, signal);
    if (moment === null) throw new Refusal(503, { message: stillDerived });
    return moment;
  }

  private async changes(planId: string): Promise<string> {
    if (currentReadSet() !== undefined) return '';
    await this.counters.upToDate();
    return this.counters.of(planId, ['campaigns', 'campaignEngagement']);
  }

  private async months(planId: string): Promise<KeptAbout['editions']> {
    const months = closedMonthsOf(await this.rows.calendar(planId)).get(planId) ?? [];
    return months.map(({ month, edition }) => ({ month, edition }));
  }
}

const within = (months: KeptAbout['editions'], { start, end }: ReportPeriod): KeptAbout['editions'] =>
  months.filter(({ month }) => month >= monthOf(start) && month <= monthOf(end));

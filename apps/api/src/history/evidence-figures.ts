import { Injectable } from '@nestjs/common';
import type { AsOfEvidence, EvidenceAudience } from '@superscope/contracts/as-of-evidence';
import type { Figures } from '@superscope/contracts/analytics/figures-answer';
import { evidenceFigures, evidenceQuestion } from '@superscope/contracts/evidence-figures';
import { monthEnd } from '@superscope/domain/calendar-dates';
import { AnalyticsService, type Asker } from '../analytics/load/analytics-service.js';
import type { NotedQuestion } from '../analytics/staff-questions.js';
import { BadQuery } from '../analytics/query/bad-query.js';
import { withReadSet } from '../platform/read-set/read-set.js';
import { ReadSets } from '../platform/read-set/read-sets.js';

/** The figures, and what the access log has to note of their exact answers. */
interface FiguresRead {
  figures: AsOfEvidence['figures'];
  toNote: readonly NotedQuestion[];
}

/** The figures that a view's document shows: those that its audience read at the moment, and the same month's now. */
@Injectable()
export class EvidenceFigures {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly sets: ReadSets,
  ) {}

  /** There are no figures if the view is gone, or if no month of the plan was closed by its moment. */
  async of(viewId: string, planId: string, audience: EvidenceAudience): Promise<FiguresRead> {
    const set = await this.sets.of(viewId);
    if (set === null) return none;
    const month = await withReadSet(set, () => this.analytics.closedMonth(planId));
    if (month === null) return none;
    // Whoever has the document's token had the right to exact figures when it was issued.
    const asker: Asker = {
      role: audience === 'staff' ? 'Auditor' : 'CompanyRep',
      scope: { kind: 'plans', planIds: new Set([planId]) },
    };
    const ask = () => this.answers(planId, month, asker, audience);
    const [then, now] = [await withReadSet(set, ask), await ask()];
    const bodies = (side: typeof now) => side.map((answer) => answer && (JSON.parse(answer.body) as Figures));
    return {
      figures: { month, then: bodies(then), now: bodies(now) },
      toNote: [...then, ...now].flatMap((answer) => answer?.toNote ?? []),
    };
  }

  /** Null for a question without an answer. */
  private answers(planId: string, month: string, asker: Asker, audience: EvidenceAudience) {
    return Promise.all(
      evidenceFigures.map(async (figure) => {
        const question = evidenceQuestion(figure, planId, month, monthEnd(month));
        try {
          return await this.analytics.loadBody(question, 'figures', asker, audience);
        } catch (error) {
          // A question that is not published for this plan has no answer; any other failure is one of the document.
          if (error instanceof BadQuery) return null;
          throw error;
        }
      }),
    );
  }
}

const none: FiguresRead = { figures: null, toNote: [] };

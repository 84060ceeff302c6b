import { Injectable, NotFoundException } from '@nestjs/common';
import type { LoadResult } from '@superscope/contracts/analytics/answer';
import { campaignsQuery } from '@superscope/contracts/analytics/campaigns-query';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { KeptFigure, KeptFigures } from '@superscope/contracts/kept-figures';
import type { PlanRanking } from '@superscope/contracts/plan-ranking';
import pLimit from 'p-limit';
import { AnalyticsService, type Asker } from '../analytics/load/analytics-service.js';
import { BadQuery } from '../analytics/query/bad-query.js';
import type { Principal } from '../platform/access/principal.js';
import { AsfaTargets } from '../plans/asfa-targets.slice.js';
import { CampaignEffects } from '../campaigns/campaign-effect.slice.js';
import { RankedActions } from '../plans/plan-actions.slice.js';
import { RetirementStandard } from '../plans/calculation-variables.slice.js';
import { PlanRanks } from '../plans/plan-ranking.slice.js';
import { PlanSuperScores } from '../plans/plan-super-score.slice.js';
import { PlanInReach } from '../plans/plan.slice.js';
import {
  figuresIn,
  figuresOfOwnShares,
  type CampaignCell,
  type KeptCampaign,
  type ReportFigure,
} from './report-figures.js';

/** How many questions are answered at a time, as of a screen. */
const atOnce = 6;

/** Asks the questions of a report again, as an employer and of what is read: a past view, or what is known now. */
@Injectable()
export class QuestionsAgain {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly plans: PlanInReach,
    private readonly scores: PlanSuperScores,
    private readonly ranks: PlanRanks,
    private readonly actions: RankedActions,
    private readonly effects: CampaignEffects,
    private readonly standard: RetirementStandard,
    private readonly asfa: AsfaTargets,
  ) {}

  /** The figures that the questions have now. `ranked`: also the plan's rank among other plans, which no past view holds. */
  async figures({ planId, figures }: KeptFigures, caller: Principal, ranked: boolean): Promise<ReportFigure[]> {
    const limit = pLimit(atOnce);
    const answers = figures.map((kept) => limit(() => this.again(kept, planId, caller, ranked)));
    return (await Promise.all(answers)).flat();
  }

  private async again(kept: KeptFigure, planId: string, caller: Principal, ranked: boolean): Promise<ReportFigure[]> {
    const { question } = kept;
    if (question.name === 'planRanking' && !ranked) {
      const months = (kept.answer as PlanRanking).months.map(async ({ month }) => ({
        month,
        shares: await this.ranks.ownShares(planId, month),
      }));
      return figuresOfOwnShares({ planId, months: await Promise.all(months) });
    }
    try {
      return figuresIn({ question, answer: await this.answer(question, planId, caller) });
    } catch (error) {
      // A question that is no longer published, or about a campaign that was not known, has no figures; any other failure is one of the check.
      const isUnknown = question.name === 'campaignEffect' && error instanceof NotFoundException;
      if (error instanceof BadQuery || isUnknown) return [];
      throw error;
    }
  }

  private async answer({ name, of }: KeptFigure['question'], planId: string, caller: Principal): Promise<unknown> {
    const asker: Asker = { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set([planId]) } };
    switch (name) {
      case 'load': {
        const { query } = of as { query: AnalyticsQuery };
        return JSON.parse((await this.analytics.loadBody(query, 'figures', asker, 'employer')).body);
      }
      case 'campaigns': {
        const { results } = await this.analytics.load(campaignsQuery(planId), asker, 'employer');
        return campaignsOf(results[0]!);
      }
      case 'plan':
        return this.plans.find(planId, caller);
      case 'planSuperScore':
        return this.scores.of(planId, caller, 'employer');
      case 'planActions':
        return this.actions.of(planId, (of as { month: string }).month, 'employer');
      case 'campaignEffect':
        return this.effects.of(planId, (of as { campaignId: string }).campaignId, 'employer');
      case 'planRanking':
        return { planId, months: await this.ranks.of(planId) } satisfies PlanRanking;
      case 'calculationVariables':
        // Reports of before asked for the set of their day.
        return of === null ? this.standard.inForce() : this.standard.of(planId, (of as { month: string }).month);
      case 'asfaTargets':
        return this.asfa.on(String(of));
      default:
        return null;
    }
  }
}

/** The campaigns of an answer as the client keeps them, which leaves consultations out. */
function campaignsOf({ data, suppressed = [], rounded = [] }: LoadResult): KeptCampaign[] {
  return data.flatMap((row, at) => {
    const cell = (name: string): CampaignCell => {
      const member = `Campaign.${name}`;
      const has = ({ row: of, members }: { row: number; members: readonly string[] }) =>
        of === at && members.includes(member);
      const mark = suppressed.find(has);
      const given = row[member] ?? null;
      const value = given === null ? null : Number(given);
      if (mark?.because === 'least' && mark.least !== undefined)
        return { value: mark.least, withheld: null, about: 'least' };
      if (mark !== undefined) return { value: null, withheld: mark.because === '<11' ? '<11' : 'np', about: null };
      return { value, withheld: null, about: rounded.some(has) ? 'tens' : null };
    };
    const day = row['Campaign.eventDate.day'] ?? row['Campaign.eventDate'] ?? '';
    if (day === '' || /consult/i.test(String(row['Campaign.campaignType'] ?? ''))) return [];
    return {
      id: String(row['Campaign.campaignId'] ?? ''),
      name: String(row['Campaign.name'] ?? row['Campaign.campaignType'] ?? ''),
      date: String(day).slice(0, 10),
      recipients: cell('recipients'),
      opened: cell('opened'),
      clicked: cell('clicked'),
      openedPercent: cell('openedPercent'),
      clickedPercent: cell('clickedPercent'),
    };
  });
}

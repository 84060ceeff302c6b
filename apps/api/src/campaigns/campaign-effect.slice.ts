import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { campaignEffect, type CampaignEffect } from '@superscope/contracts/campaign-effect';
import { innerId } from '@superscope/contracts/fields';
import type { Meter } from '@superscope/domain/publishing/cell';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { noFigure } from '../analytics/answer/wire-figure.js';
import { audienceFor } from '../analytics/audience.js';
import { actedCounts, aimMetrics, valueOf } from '../analytics/campaign-members/aim-metrics.js';
import type { PlanCampaign } from '../analytics/campaign-members/campaign-runs.js';
import { exactEffectOf, publishedEffectOf, type EffectFigures } from '../analytics/campaign-members/effect-answer.js';
import {
  aroundOf,
  liveMonths,
  membersAround,
  type EditionsAround,
} from '../analytics/campaign-members/members-around.js';
import type { Audience } from '../analytics/compile/compile.js';
import { PlanRows } from '../analytics/plan-rows.js';
import { StaffQuestions } from '../analytics/staff-questions.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const campaignEffectEndpoint = endpoint('GET /api/plans/:planId/campaigns/:campaignId/effect', {
  summary: 'The members who took a campaign’s action, compared with members who did not receive it, with an interval',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(90), campaignId: innerId },
  inDocuments: true,
  asOf: true,
  answers: { 200: campaignEffect },
  problems: { 404: null },
});

type State = CampaignEffect['state'];
type Missing = 'early' | 'noBefore';

const hidden = { concerned: noFigure, acted: noFigure, share: noFigure };
const unknown: EffectFigures = {
  recipients: hidden,
  others: hidden,
  points: noFigure,
  low: null,
  high: null,
  clear: false,
};

/** The members who took a campaign's action after it, compared with members who did not receive it. */
@Injectable()
export class CampaignEffects {
  constructor(private readonly rows: PlanRows) {}

  async of(planId: string, campaignId: string, audience: Audience): Promise<CampaignEffect> {
    return this.rows.keep(planId, audience, `effect ${campaignId}`, async () => {
      const campaign = (await this.rows.campaigns(planId)).find((each) => each.campaignId === campaignId);
      if (!campaign) throw new NotFoundException('There is no such campaign.');
      const { name, runDate, aim, before, after } = campaign;
      const { concerned, acted } = aimMetrics[aim];
      const { state, figures } = await this.figures(planId, campaign, audience);
      return { campaignId, name, runDate, aim, concerned, acted, before, after, state, ...figures };
    });
  }

  private async figures(
    planId: string,
    campaign: PlanCampaign,
    audience: Audience,
  ): Promise<{ state: State; figures: EffectFigures }> {
    const months = audience === 'staff' ? await this.live(planId, campaign) : await this.editions(planId, campaign);
    if (months === 'early' || months === 'noBefore') return { state: months, figures: unknown };
    const metric = aimMetrics[campaign.aim];
    const counts = actedCounts(metric);
    const statement = membersAround(planId, campaign, months, counts, [valueOf(metric)]);
    const around = aroundOf(await this.rows.row(statement), counts);
    const meter: Meter = { drawn: 0 };
    const figures =
      months === null
        ? exactEffectOf(metric, around)
        : publishedEffectOf(campaign, metric, around, months, await this.rows.secret(), meter);
    return { state: figures.low === null ? 'tooFew' : 'known', figures };
  }

  private async editions(planId: string, { before, after }: PlanCampaign): Promise<EditionsAround | Missing> {
    const calendar = await this.rows.calendar(planId);
    const editions = { before: calendar.of(planId, before), after: calendar.of(planId, after) };
    if (!editions.after) return 'early';
    return editions.before ? { before: editions.before, after: editions.after } : 'noBefore';
  }

  private async live(planId: string, campaign: PlanCampaign): Promise<EditionsAround | Missing> {
    const months = (await this.rows.rows(liveMonths(planId, campaign))).map(([month]) => String(month));
    if (!months.includes(campaign.after)) return 'early';
    return months.includes(campaign.before) ? null : 'noBefore';
  }
}

@Controller()
class CampaignEffectController {
  constructor(
    private readonly effects: CampaignEffects,
    private readonly questions: StaffQuestions,
  ) {}

  @Endpoint(campaignEffectEndpoint)
  async effect({ params, caller, request }: RequestOf<typeof campaignEffectEndpoint>): Promise<CampaignEffect> {
    const { planId, campaignId } = params;
    requirePlan(caller, planId);
    const audience = audienceFor(request, caller);
    const answer = await this.effects.of(planId, campaignId, audience);
    if (audience === 'staff') {
      const { recipients, others } = answer;
      const counts = [recipients, others].flatMap(({ concerned, acted }) => [concerned.value, acted.value]);
      this.questions.noteCounts(request, { asked: 'campaignEffect', planId, campaignId }, planId, counts);
    }
    return answer;
  }
}

@Module({
  imports: [AnalyticsModule],
  controllers: [CampaignEffectController],
  providers: [CampaignEffects],
  exports: [CampaignEffects],
})
export class CampaignEffectSlice {}

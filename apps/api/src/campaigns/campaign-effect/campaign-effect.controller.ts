import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { campaignEffect, type CampaignEffect } from '@superscope/contracts/campaign-effect';
import { innerId } from '@superscope/contracts/fields';
import { z } from 'zod';
import { audienceFor } from '../../analytics/audience.js';
import { StaffQuestions } from '../../analytics/staff-questions.js';
import { requirePlan } from '../../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { CampaignEffectOf } from './campaign-effect.query.js';

export const campaignEffectEndpoint = endpoint('GET /api/plans/:planId/campaigns/:campaignId/effect', {
  summary: 'The members who took a campaign’s action, compared with members who did not receive it, with an interval',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(90), campaignId: innerId },
  asOf: true,
  answers: { 200: campaignEffect },
  problems: { 404: null },
});

@Controller()
export class CampaignEffectController {
  constructor(
    private readonly queries: QueryBus,
    private readonly questions: StaffQuestions,
  ) {}

  @Endpoint(campaignEffectEndpoint)
  async effect({ params, caller, request }: RequestOf<typeof campaignEffectEndpoint>): Promise<CampaignEffect> {
    const { planId, campaignId } = params;
    requirePlan(caller, planId);
    const audience = audienceFor(request, caller);
    const answer = await this.queries.execute(new CampaignEffectOf(planId, campaignId, audience));
    if (audience === 'staff') {
      const { recipients, others } = answer;
      const counts = [recipients, others].flatMap(({ concerned, acted }) => [concerned.value, acted.value]);
      this.questions.noteCounts(request, { asked: 'campaignEffect', planId, campaignId }, planId, counts);
    }
    return answer;
  }
}

import { Controller, Module } from '@nestjs/common';
import { planMoments, type PlanMoments, planMomentsQuery } from '@superscope/contracts/as-of-changes';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import { z } from 'zod';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { HistoryModule } from './history.module.js';
import { RecordedChanges } from './recorded-changes.js';

/** The most changes that are listed before and after the moment. */
const most = { older: 200, newer: 50 };
/** The most digests that are listed. A plan has at most one for each day. */
const mostDigests = 100;

const planMomentsEndpoint = endpoint('GET /api/history/plans/:planId/moments', {
  summary: 'When events of a plan were recorded: counted by week, and listed around `at`',
  right: 'history.read',
  params: { planId: z.string().min(1).max(90) },
  query: planMomentsQuery,
  answers: { 200: planMoments },
});

@Controller()
class PlanMomentsController {
  constructor(
    private readonly changes: RecordedChanges,
    private readonly views: Views,
  ) {}

  @Endpoint(planMomentsEndpoint)
  async moments({ params, query, caller }: RequestOf<typeof planMomentsEndpoint>): Promise<PlanMoments> {
    const { planId } = params;
    requirePlan(caller, planId);
    const now = new Date().toISOString();
    const at = query.at === undefined ? now : new Date(query.at).toISOString();
    const asked = await this.changes.askedOf(planId);
    const [counts, near, campaigns, digests] = await Promise.all([
      this.changes.counts(asked, at),
      this.changes.around(asked, at, most),
      this.campaigns(planId),
      this.keptDigests(planId),
    ]);
    return { planId, now, ...counts, ...near, campaigns, digests };
  }

  private async campaigns(planId: string): Promise<PlanMoments['campaigns']> {
    const run = await this.views
      .of(campaignsView)
      .find({ planId, cancelled: { $ne: true } })
      .sort({ runDate: 1 })
      .toArray();
    return run.map(({ name, runDate, campaignType }) => ({ name, runDate, campaignType }));
  }

  private async keptDigests(planId: string): Promise<PlanMoments['digests']> {
    const kept = await this.views
      .of(planDigestsView)
      .find({ planId })
      .sort({ moment: -1 })
      .limit(mostDigests)
      .toArray();
    return kept.map(({ moment, keptAt, digest }) => ({ at: moment, keptAt, digest }));
  }
}

@Module({ imports: [HistoryModule], controllers: [PlanMomentsController] })
export class PlanMomentsSlice {}

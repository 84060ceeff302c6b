import { Injectable } from '@nestjs/common';
import type { EventDetail, HistoryEvent } from '@superscope/contracts/event-history';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { Analytics, Views } from '../platform/engines.module.js';

/** Finds the plan that an event is about. */
@Injectable()
export class EventPlan {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
  ) {}

  async of(event: HistoryEvent): Promise<EventDetail['plan']> {
    const id = event.planId ?? (await this.ofStream(event));
    if (id === null) return null;
    const plan = await this.views.of(plansView).findOne({ _id: id }, { projection: { name: 1 } });
    return plan && { id, name: plan.name };
  }

  private async ofStream({ category, stream, memberId, revision }: HistoryEvent): Promise<string | null> {
    if (memberId !== null) return this.ofMember(memberId, revision);
    const id = stream.slice(category.length + 1);
    if (category === 'company') return (await this.views.of(companiesView).findOne({ _id: id }))?.planId ?? null;
    if (category === 'campaign') return (await this.views.of(campaignsView).findOne({ _id: id }))?.planId ?? null;
    return null;
  }

  /** The plan that the member belonged to, according to the member's own events up to that revision. */
  private async ofMember(member: string, revision: number): Promise<string | null> {
    const answer = await this.analytics.client.query({
      query: `SELECT toString(argMax(plan_id, revision)) AS plan FROM member_fact
WHERE member_id = {member:UUID} AND revision <= {revision:UInt32} AND plan_id != ''`,
      query_params: { member, revision },
      format: 'JSONEachRow',
    });
    const [found] = await answer.json<{ plan: string }>();
    return found?.plan || null;
  }
}

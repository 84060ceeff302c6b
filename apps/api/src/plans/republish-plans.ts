import { Injectable } from '@nestjs/common';
import { plansView } from '@superscope/contracts/read-models/fund';
import type { Decision } from '@superscope/domain/event';
import { adoptPublishingRules, countByDates, planStream, republishPlan, type Plan } from '@superscope/domain/plan/plan';
import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { EventStore } from '@superscope/event-store/event-store';
import { joinedPlans } from '../analytics/employer/joined-plans.js';
import { systemContext } from '../platform/commands/command-context.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { Repeated } from '../platform/repeated.js';

/** Shown in the plan's history beside the publication. */
export const whyCountedAnew =
  'Since this release, members count in a month if they had joined by its last day and had not left before it.';
export const whyPublishedAnew =
  'Since this release, facts that nearly repeat each other share their random adjustment, investment options are published only within their margin, and salaries of plans with several payrolls are protected.';

export const whyProtectedAnew =
  'Another employer has joined the plan. Its salaries and exact ages are protected, because nothing says that all employers share one payroll.';

/** The decisions that a plan of an earlier release needs, in their order. Each writes nothing for a plan that needs it no longer. */
const upgrades = [
  { name: 'count-by-dates', decision: countByDates(whyCountedAnew) },
  { name: 'publishing-rules-2', decision: adoptPublishingRules(whyPublishedAnew) },
] as const;
const republish = republishPlan(whyProtectedAnew);

/**
 * Publishes the plans of an earlier release anew, because their members count, or their figures are published, by other rules now: each plan
 * once for each rule. And publishes plans that another employer has joined: the editions of before have exact salaries, which the new
 * employer's people would read. It works from the recorded state, so several apis may run it at once, and it also finds the plans of a restored log as
 * they appear.
 */
@Injectable()
export class RepublishPlans extends Repeated {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {
    super({ log: 'Plans', firstAfterMs: 0, everyMs: 60_000, failed: 'the search for plans to publish failed' });
  }

  /** Publishes the plans that need it; returns how many publications there were. */
  async publish(): Promise<number> {
    const plans = await this.views
      .of(plansView)
      // A plan without a name was never registered readably: its first event was set aside.
      .find(
        {
          name: { $exists: true },
          $or: [{ countsByDatesSince: { $exists: false } }, { secondRulesSince: { $exists: false } }],
        },
        { projection: { _id: 1 } },
      )
      .sort({ _id: 1 })
      .toArray();
    let published = 0;
    for (const { _id: planId } of plans) published += await this.publishPlan(planId);
    return published + (await this.protectJoined());
  }

  /**
   * Publishes the plans with editions from when they had one employer, and more employers now. Until it is done, employers are not answered
   * from these editions.
   */
  private async protectJoined(): Promise<number> {
    const answer = await this.analytics.client.query({
      query: `SELECT plan_id AS planId, max((formatDateTime(month, '%Y-%m'), edition)) AS newest FROM plan_month FINAL
WHERE payroll = 'one company' GROUP BY planId ORDER BY planId`,
      format: 'JSONEachRow',
    });
    const ofOneEmployer = await answer.json<{ planId: string; newest: [month: string, edition: number] }>();
    const joined = await joinedPlans(this.views)(ofOneEmployer.map(({ planId }) => planId));
    let published = 0;
    for (const { planId, newest } of ofOneEmployer) {
      // Named by an edition: while the new ones are derived nothing is published twice, and a plan that is left and joined again is.
      if (joined.has(planId))
        published += await this.decide(planId, `several-employers-${newest.join('-')}`, republish);
    }
    return published;
  }

  private async publishPlan(planId: string): Promise<number> {
    let published = 0;
    for (const { name, decision } of upgrades) published += await this.decide(planId, name, decision);
    return published;
  }

  /** Returns 1 if the decision published the plan now. */
  private async decide(planId: string, name: string, decision: Decision<Plan, PlanEvent>): Promise<number> {
    try {
      const by = systemContext(`${name}/${planId}`);
      const written = await this.store.transact(planStream, planId, decision, by);
      return written.events > 0 ? 1 : 0;
    } catch (err) {
      this.log.warn({ msg: 'a plan could not be published by the new rules; this is tried again', planId, err });
      return 0;
    }
  }

  protected async look(): Promise<void> {
    const published = await this.publish();
    if (published > 0) this.log.log({ msg: 'plans were published by the new rules', published });
  }
}

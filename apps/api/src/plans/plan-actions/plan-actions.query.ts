import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlanAction, PlanActions } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import { actionKeys, actions, type ActionKey } from '@superscope/domain/scoring/actions';
import { ActionFigures, type ActionAnswer } from '../../analytics/actions/action-figures.js';
import type { Audience } from '../../analytics/compile/compile.js';
import { PlanRows } from '../../analytics/plan-rows.js';

/** What could improve a plan's score, at its newest month up to `month` (yyyy-MM; null for the newest of all). */
export class PlanActionsOf extends Query<PlanActions> {
  constructor(
    readonly planId: string,
    readonly month: string | null,
    readonly audience: Audience,
  ) {
    super();
  }
}

@QueryHandler(PlanActionsOf)
@Injectable()
export class PlanActionsHandler implements IQueryHandler<PlanActionsOf> {
  constructor(private readonly rows: PlanRows) {}

  execute({ planId, month, audience }: PlanActionsOf): Promise<PlanActions> {
    return this.rows.keep(planId, audience, `actions ${month ?? ''}`, async () => {
      const figures = new ActionFigures(this.rows, planId);
      const found = audience === 'staff' ? await figures.exact(month) : await figures.published(month);
      if (found === null) return { planId, month: null, actions: [] };
      const ranked = actionKeys.map((key) => planAction(key, found.byAction[key])).sort(byChange);
      return { planId, month: found.month, actions: ranked };
    });
  }
}

function planAction(key: ActionKey, figures: ActionAnswer): PlanAction {
  const { label, area, concerned, assumes } = actions[key];
  return { key, label, area, concerned, assumes, ...figures };
}

/** The largest change comes first. Withheld changes come last, in the order of `actionKeys`. */
const byChange = (a: PlanAction, b: PlanAction): number => orderOf(b.change) - orderOf(a.change);
const orderOf = ({ value }: PublishedFigure): number => value ?? -10;

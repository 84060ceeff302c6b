import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OwnWatches } from '@superscope/contracts/watches';
import { plansView } from '@superscope/contracts/read-models/fund';
import { usersView } from '@superscope/contracts/read-models/users';
import { watchesView } from '@superscope/contracts/read-models/watches';
import { inScope, type Principal } from '../../platform/access/principal.js';
import { Views } from '../../platform/engines.module.js';

/** The caller's watches, by plan. */
export class OwnWatchesOf extends Query<OwnWatches> {
  constructor(readonly principal: Principal) {
    super();
  }
}

@QueryHandler(OwnWatchesOf)
@Injectable()
export class OwnWatchesHandler implements IQueryHandler<OwnWatchesOf> {
  constructor(private readonly views: Views) {}

  async execute({ principal: { userId, scope } }: OwnWatchesOf): Promise<OwnWatches> {
    const [own, user] = await Promise.all([
      this.views.of(watchesView).findOne({ _id: userId }),
      this.views.of(usersView).findOne({ _id: userId }),
    ]);
    const known = Object.entries(own?.watches ?? {}).flatMap(([watchId, watch]) =>
      watch?.planId === undefined ? [] : [{ watchId, ...watch, planId: watch.planId }],
    );
    const reached = [...new Set(known.map(({ planId }) => planId))].filter((planId) => inScope(scope, planId));
    const plans = await this.views
      .of(plansView)
      .find({ _id: { $in: reached } }, { projection: { name: 1 } })
      .toArray();
    const names = new Map(plans.map(({ _id, name }) => [_id, name]));
    const watches = known
      .map(({ watchId, planId, metric = null, direction = null, threshold = null, toldOf = null }) => ({
        watchId,
        planId,
        planName: names.get(planId) ?? null,
        metric,
        direction,
        threshold,
        toldOf,
      }))
      .sort((a, b) => ((a.planName ?? '~') < (b.planName ?? '~') ? -1 : 1));
    return { watches, canBeMailed: user?.personal.email != null };
  }
}

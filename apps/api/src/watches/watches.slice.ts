import { Controller, Module } from '@nestjs/common';
import { plansView } from '@superscope/contracts/read-models/fund';
import { usersView } from '@superscope/contracts/read-models/users';
import { watchesView } from '@superscope/contracts/read-models/watches';
import { ownWatches, type OwnWatches } from '@superscope/contracts/watches';
import { inScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const watchesEndpoint = endpoint('GET /api/watches', {
  summary: 'The caller’s watches',
  right: 'watches.own',
  answers: { 200: ownWatches },
});

/** The caller's own watches. There is no endpoint for those of other users. */
@Controller()
class WatchesController {
  constructor(private readonly views: Views) {}

  /** The caller's watches, by plan. */
  @Endpoint(watchesEndpoint)
  async own({ caller: { userId, scope } }: RequestOf<typeof watchesEndpoint>): Promise<OwnWatches> {
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

@Module({ controllers: [WatchesController] })
export class WatchesSlice {}

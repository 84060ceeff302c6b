import { Controller, Module } from '@nestjs/common';
import { pastComparisons, type PastComparisons } from '@superscope/contracts/fee-comparison';
import { memberIdField } from '@superscope/contracts/member-events';
import { platformsView } from '@superscope/contracts/read-models/fund';
import { differenceCents, memberEventsView } from '@superscope/contracts/read-models/member-events';
import { platformOf } from '@superscope/domain/outside-id';
import { standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const mostListed = 10;

const pastComparisonsEndpoint = endpoint('GET /api/members/:memberId/feeComparisons', {
  summary: `The ${mostListed} newest comparisons of fees that were run for a member in reach, in plans in reach`,
  right: 'fees.compare',
  params: { memberId: memberIdField },
  answers: { 200: pastComparisons },
  problems: { 404: null },
});

@Controller()
class PastComparisonsController {
  constructor(
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(pastComparisonsEndpoint)
  async list({ params, caller, request }: RequestOf<typeof pastComparisonsEndpoint>): Promise<PastComparisons> {
    const { memberId } = params;
    const { planId } = await standingMember(this.views, caller, memberId);
    const found = await this.views.of(memberEventsView).findOne({ _id: memberId }, { projection: { comparisons: 1 } });
    const runs = Object.values(found?.comparisons ?? {})
      // What the member had in a plan out of reach is not told.
      .filter((run) => inScope(caller.scope, run.planId))
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .slice(0, mostListed);
    const platformIds = runs.flatMap(({ assetIdB }) => (assetIdB === undefined ? [] : [platformOf(assetIdB)]));
    const platforms = await this.views
      .of(platformsView)
      .find({ _id: { $in: platformIds } })
      .toArray();
    const nameOf = new Map(platforms.map(({ _id, name }) => [_id, name ?? _id]));
    this.access.noteMember(request, caller, { object: 'fee comparisons', planId, memberId, rows: runs.length });
    return runs.map((run) => {
      const { at, feesAsAt, nameA, nameB, assetIdA, assetIdB } = run;
      const less = differenceCents(run);
      const id = assetIdB === undefined ? null : platformOf(assetIdB);
      return {
        at,
        feesAsAt,
        a: { assetId: assetIdA ?? null, name: nameA },
        b: {
          assetId: assetIdB ?? null,
          name: nameB,
          platform: id === null ? null : { id, name: nameOf.get(id) ?? id },
        },
        difference: less === null ? null : less / 100,
      };
    });
  }
}

@Module({ controllers: [PastComparisonsController] })
export class PastComparisonsSlice {}

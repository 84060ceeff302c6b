import { Controller, Module } from '@nestjs/common';
import { netBenefit, netBenefitRequest, type NetBenefit } from '@superscope/contracts/fee-comparison';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { optionAssumptionsAt } from '@superscope/domain/fees/net-benefit';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { datedFigures } from '../plans/dated-figures.js';
import { CompareFeesSlice, FeeComparisons } from './compare-fees.slice.js';
import { memberOutlook } from './member-holdings.js';
import { netBenefitAnswer } from './net-benefit-answer.js';

const netBenefitEndpoint = endpoint('POST /api/feeComparison/netBenefit', {
  summary:
    'Fees, past returns after fees, risk and a projected balance of two to four investments side by side, for a member’s balance. Nothing is ranked. It is no event of a member; the access log records it. It is refused for a member who has left',
  right: 'fees.compare',
  body: netBenefitRequest,
  answers: { 200: netBenefit },
  problems: { 404: null },
});

@Controller()
class NetBenefitController {
  constructor(
    private readonly comparisons: FeeComparisons,
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(netBenefitEndpoint)
  async compare({ body, caller, request }: RequestOf<typeof netBenefitEndpoint>): Promise<NetBenefit> {
    const { otherAssetIds, ...asked } = body;
    const facts = await this.comparisons.facts(asked, caller);
    const { planId, memberId, balanceCents, feesAsAt } = facts;
    const [others, outlook, figures] = await Promise.all([
      Promise.all(otherAssetIds.map((assetId) => this.comparisons.besides(assetId, balanceCents, feesAsAt))),
      memberId === null ? null : memberOutlook({ analytics: this.analytics, views: this.views }, { planId, memberId }),
      datedFigures(this.views),
    ]);
    if (memberId !== null) this.access.noteMember(request, caller, { object: 'fees', planId, memberId, rows: 1 });
    return netBenefitAnswer({
      ...facts,
      sides: [facts.a, facts.b, ...others],
      assumptions: optionAssumptionsAt(figures, sydneyDate(new Date())),
      outlook,
    });
  }
}

@Module({ imports: [CompareFeesSlice], controllers: [NetBenefitController] })
export class NetBenefitSlice {}

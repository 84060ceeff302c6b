import { Controller, Injectable, Module } from '@nestjs/common';
import { netBenefit, netBenefitRequest, type NetBenefit } from '@superscope/contracts/fee-comparison';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { optionAssumptionsAt } from '@superscope/domain/fees/net-benefit';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { datedFigures } from '../plans/dated-figures.js';
import { CompareFeesSlice, FeeComparisons, type ComparedAccount } from './compare-fees.slice.js';
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

@Injectable()
export class NetBenefits {
  constructor(
    private readonly comparisons: FeeComparisons,
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** What is compared, with up to two more investments beside it. Throws RuleViolation for one that nobody ever published. */
  async of(facts: ComparedAccount, otherAssetIds: readonly string[]): Promise<NetBenefit> {
    const { planId, memberId, balanceCents, feesAsAt } = facts;
    const [others, outlook, figures] = await Promise.all([
      Promise.all(otherAssetIds.map((assetId) => this.comparisons.besides(assetId, balanceCents, feesAsAt))),
      memberId === null ? null : memberOutlook({ analytics: this.analytics, views: this.views }, { planId, memberId }),
      datedFigures(this.views),
    ]);
    return netBenefitAnswer({
      ...facts,
      sides: [facts.a, facts.b, ...others],
      assumptions: optionAssumptionsAt(figures, sydneyDate(new Date())),
      outlook,
    });
  }
}

@Controller()
class NetBenefitController {
  constructor(
    private readonly comparisons: FeeComparisons,
    private readonly benefits: NetBenefits,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(netBenefitEndpoint)
  async compare({ body, caller, request }: RequestOf<typeof netBenefitEndpoint>): Promise<NetBenefit> {
    const { otherAssetIds, ...asked } = body;
    const facts = await this.comparisons.facts(asked, caller);
    const answer = await this.benefits.of(facts, otherAssetIds);
    const { planId, memberId } = facts;
    if (memberId !== null) this.access.noteMember(request, caller, { object: 'fees', planId, memberId, rows: 1 });
    return answer;
  }
}

@Module({
  imports: [CompareFeesSlice],
  controllers: [NetBenefitController],
  providers: [NetBenefits],
  exports: [NetBenefits],
})
export class NetBenefitSlice {}

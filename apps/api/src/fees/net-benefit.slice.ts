import { Controller, Module } from '@nestjs/common';
import { netBenefit, netBenefitRequest, type NetBenefit } from '@superscope/contracts/fee-comparison';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { optionAssumptionsAt } from '@superscope/domain/fees/net-benefit';
import { platformOf } from '@superscope/domain/outside-id';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { besidesOf, CompareFeesSlice, FeeComparisons, type ComparedAccount } from './compare-fees.slice.js';
import { netBenefitAnswer } from './net-benefit-answer.js';

const netBenefitEndpoint = endpoint('POST /api/feeComparison/netBenefit', {
  summary:
    'Fees, past returns after fees, risk and a projected balance of two to four investments side by side, for a member’s balance. Nothing is ranked. It is no event of a member; the access log records it. It is refused for a member who has left',
  right: 'fees.compare',
  body: netBenefitRequest,
  answers: { 200: netBenefit },
  problems: { 404: null },
});

/** What is compared, with up to two more investments beside it. Throws RuleViolation for one that nobody ever published. */
export async function netBenefitOf(facts: ComparedAccount, otherAssetIds: readonly string[]): Promise<NetBenefit> {
  const others = otherAssetIds.map(async (assetId) =>
    besidesOf(await facts.feesOf(platformOf(assetId)), assetId, facts.balanceCents),
  );
  return netBenefitAnswer({
    ...facts,
    sides: [facts.a, facts.b, ...(await Promise.all(others))],
    assumptions: optionAssumptionsAt(facts.figures, sydneyDate(new Date())),
  });
}

@Controller()
class NetBenefitController {
  constructor(
    private readonly comparisons: FeeComparisons,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(netBenefitEndpoint)
  async compare({ body, caller, request }: RequestOf<typeof netBenefitEndpoint>): Promise<NetBenefit> {
    const { otherAssetIds, ...asked } = body;
    const facts = await this.comparisons.facts(asked, caller);
    const answer = await netBenefitOf(facts, otherAssetIds);
    const { planId, memberId } = facts;
    if (memberId !== null) this.access.noteMember(request, caller, { object: 'fees', planId, memberId, rows: 1 });
    return answer;
  }
}

@Module({
  imports: [CompareFeesSlice],
  controllers: [NetBenefitController],
})
export class NetBenefitSlice {}

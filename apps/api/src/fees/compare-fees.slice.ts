import { Controller, Injectable, Module } from '@nestjs/common';
import {
  feeComparison,
  feeComparisonRequest,
  type FeeComparison,
  type FeeComparisonRequest,
  type MissingFeeAnswer,
} from '@superscope/contracts/fee-comparison';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { Holding } from '@superscope/domain/fees/fee-rows';
import { growthShare } from '@superscope/domain/fees/net-benefit';
import { innerId, outsideId, platformOf } from '@superscope/domain/outside-id';
import { memberStream, recordFeesCompared } from '@superscope/domain/member/member';
import type { FeesComparedData } from '@superscope/domain/member/member.events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { Figures } from '@superscope/domain/scoring/figures';
import { memberNameOf } from '../members/member-name.js';
import { requireMembership } from '../members/membership.js';
import { requireMemberOf, standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { datedFigures } from '../plans/dated-figures.js';
import { planNames } from '../plans/plan-names.js';
import { comparisonAnswer, type ComparisonFacts, type NamedSide } from './fee-comparison-answer.js';
import { memberHoldings, memberOutlook, prospectsOf, type MemberOutlook } from './member-holdings.js';
import { assetCodeOf, optionName, platformFeesOn, type PlatformFees } from './published-fees.js';

const compareFeesEndpoint = endpoint('POST /api/feeComparison/data', {
  summary:
    'What two investments cost a member in a year, fee by fee. An existing member’s balance is the one of the newest holdings, and the run is an event of theirs. It is refused for a member who has left',
  right: 'fees.compare',
  body: feeComparisonRequest,
  answers: { 200: feeComparison },
  problems: { 404: null },
});

const COMPARISONS = 'Fee comparisons are';
const together = 'Everything together';

/** The account that is compared, before the fees of its platform are read. */
interface Account {
  planId: string;
  platformId: string;
  memberId: string | null;
  memberNumber: string | null;
  memberName: string;
  /** What a new member is said to have. */
  typed: readonly Holding[];
}

/** What a comparison is made of. */
export interface ComparedAccount extends ComparisonFacts, Account {
  /** The fees of a platform on the day of the comparison. */
  feesOf: (platformId: string) => Promise<PlatformFees>;
  figures: Figures;
  outlook: MemberOutlook | null;
}

@Injectable()
export class FeeComparisons {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** Throws RuleViolation, or 403 for a plan outside the caller's scope. */
  async facts(asked: FeeComparisonRequest, caller: Principal): Promise<ComparedAccount> {
    const today = sydneyDate(new Date());
    const feesAsAt = asked.feesAsAt ?? today;
    const account = await this.accountOf(asked, caller);
    const { planId, memberId } = account;
    const of = memberId === null ? null : { planId, memberId };
    const feesOf = platformFeesOn(this.views, feesAsAt);
    const reading = datedFigures(this.views);
    const sides = Promise.all([feesOf(account.platformId), feesOf(platformOf(asked.comparisonAssetId))]);
    // Awaited below: a member without a balance is told that first, whatever is wrong with the sides.
    sides.catch(() => undefined);
    const [plans, figures, held, outlook] = await Promise.all([
      planNames(this.views, [planId]),
      reading,
      of ? memberHoldings(this.analytics, of) : { asAt: null, holdings: account.typed },
      of && memberOutlook(this.analytics, of, reading),
    ]);
    if (of !== null && held.holdings.length === 0)
      throw new RuleViolation('invalid', 'No balance of this member in any investment is known.');
    const [ofA, ofB] = await sides;
    const holdings = chosenOf(held.holdings, ofA, asked.assetId ?? null, { isMember: of !== null });
    const balanceCents = holdings.reduce((sum, holding) => sum + holding.balanceCents, 0);
    return {
      ...account,
      a: sideOf(ofA, holdings, plans.get(planId) ?? outsideId(planId)),
      b: besidesOf(ofB, asked.comparisonAssetId, balanceCents),
      balanceCents,
      balanceAsAt: held.asAt,
      feesAsAt,
      feesOf,
      figures,
      outlook,
      prospects: outlook && prospectsOf(outlook, growthOf(ofA, holdings)),
    };
  }

  private async accountOf(asked: FeeComparisonRequest, caller: Principal): Promise<Account> {
    const { memberId, memberName, planId, assetId, balance } = asked;
    if (memberId != null) {
      const member = await standingMember(this.views, caller, memberId);
      requireMembership(member, COMPARISONS);
      const { planId: ofMember, platformId, memberNumber } = member;
      return { planId: ofMember, platformId, memberId, memberNumber, memberName: memberNameOf(member), typed: [] };
    }
    // The request's schema asks a new member for all of them.
    requirePlan(caller, planId!);
    const platformId = platformOf(planId!);
    const assetCode = assetId!.slice(platformId.length + 1);
    const typed = [{ assetCode, balanceCents: Math.round(balance! * 100) }];
    return { planId: planId!, platformId, memberId: null, memberNumber: null, memberName: memberName!, typed };
  }
}

/** What is compared of all that somebody has. Throws RuleViolation for an investment in which they have nothing. */
function chosenOf(
  all: readonly Holding[],
  ofA: PlatformFees,
  assetId: string | null,
  { isMember }: { isMember: boolean },
): readonly Holding[] {
  if (assetId === null) return all;
  const code = isMember ? assetId.slice(ofA.platformId.length + 1) : assetCodeOf(ofA, assetId);
  const held = all.filter(({ assetCode }) => assetCode === code && platformOf(assetId) === ofA.platformId);
  if (held.length === 0) throw new RuleViolation('invalid', 'This member has nothing in this investment.');
  return held;
}

/** An investment in which the same balance would be. Throws RuleViolation for one that its platform never published. */
export const besidesOf = (fees: PlatformFees, assetId: string, balanceCents: number): NamedSide =>
  sideOf(fees, [{ assetCode: assetCodeOf(fees, assetId), balanceCents }], null);

const sideOf = (fees: PlatformFees, holdings: readonly Holding[], planName: string | null): NamedSide => ({
  rows: fees.table?.rows ?? [],
  holdings,
  fees,
  planName,
  name: holdings.length > 1 ? together : optionName(fees.assets, holdings[0]!.assetCode),
});

/** Growth percentage of holdings by balance; null where that of one is not known. */
const growthOf = ({ assets }: PlatformFees, holdings: readonly Holding[]): number | null =>
  growthShare(holdings, (code) => assets.get(code)?.growthPercent ?? null);

/** Records that somebody compared fees for a member. */
const RecordFeesCompared = decides(
  'RecordFeesCompared',
  memberStream,
  (compared: FeesComparedData, caller: Principal) => (member) => {
    requireMemberOf(caller, member.details?.planId);
    // They may have left since their document was read.
    requireMembership({ exitDate: member.details?.exitDate ?? null }, COMPARISONS);
    return recordFeesCompared(compared)(member);
  },
);

const centsOf = (fees: { feeTotalDollars: number } | null) => fees && Math.round(fees.feeTotalDollars * 100);

const comparedBy = (
  { userId }: Principal,
  memberId: string,
  facts: ComparedAccount,
  { a, b, assetFeesA, assetFeesB }: FeeComparison,
  comparisonAssetId: string,
): FeesComparedData => ({
  memberId,
  planId: facts.planId,
  on: sydneyDate(new Date()),
  comparedBy: userId,
  feesAsAt: facts.feesAsAt,
  holdings: facts.a.holdings.map(({ assetCode, balanceCents }) => ({
    assetId: innerId(facts.a.fees.platformId, assetCode),
    balanceCents,
  })),
  comparisonAssetId,
  nameA: facts.a.name,
  nameB: facts.b.name,
  totalCentsA: centsOf(assetFeesA),
  totalCentsB: centsOf(assetFeesB),
  feesFromA: facts.a.fees.table?.validFrom ?? null,
  feesFromB: facts.b.fees.table?.validFrom ?? null,
  missingA: a.missing.map(withoutSentence),
  missingB: b.missing.map(withoutSentence),
});

const withoutSentence = ({ group, options }: MissingFeeAnswer) => ({ group, options });

@Controller()
class CompareFeesController {
  constructor(
    private readonly comparisons: FeeComparisons,
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(compareFeesEndpoint)
  async compare({ body, caller, request }: RequestOf<typeof compareFeesEndpoint>): Promise<FeeComparison> {
    const facts = await this.comparisons.facts(body, caller);
    const answer = comparisonAnswer(facts);
    const { memberId } = facts;
    if (memberId !== null) {
      const compared = comparedBy(caller, memberId, facts, answer, body.comparisonAssetId);
      await this.commands.execute(request, RecordFeesCompared.of(memberId, compared, caller));
      this.access.note(request, {
        userId: caller.userId,
        role: caller.role,
        action: 'compared fees',
        object: 'fees',
        planId: facts.planId,
        members: [memberId],
        rows: 1,
        outcome: 'ok',
      });
    }
    return answer;
  }
}

@Module({
  controllers: [CompareFeesController],
  providers: [FeeComparisons, RecordFeesCompared.handler],
  exports: [FeeComparisons],
})
export class CompareFeesSlice {}

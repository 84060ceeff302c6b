import { Controller, Injectable, Module } from '@nestjs/common';
import { investmentAdvice, type InvestmentAdvice } from '@superscope/contracts/member-advice';
import { memberIdField } from '@superscope/contracts/member-events';
import { monthOf, sydneyDate } from '@superscope/domain/calendar-dates';
import {
  ageGrowthTargets,
  growthOfHoldings,
  growthRangeOf,
  investmentApproach,
  riskProfileGrowthTargets,
  type GrowthRange,
} from '@superscope/domain/scoring/investment-approach';
import { growthExposures, memberHoldings, type MemberHoldings } from '../fees/member-holdings.js';
import { assetsOf, currentAssetsOf } from '../fees/published-fees.js';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { AdviceModule } from './advice.module.js';
import { AdvisedMembers, type Advised, type AdvisedMonth } from './advised-member.js';

const investmentAdviceEndpoint = endpoint('GET /api/members/:memberId/investmentAdvice', {
  summary:
    'How the growth assets of a member in reach stand to the target of their risk profile or age, and which options of the platform suit it',
  right: 'members.read',
  params: { memberId: memberIdField },
  answers: { 200: investmentAdvice },
  problems: { 404: null, 409: null },
});

/** The most options that are listed. */
const mostOptions = 8;

type AssetRow = Awaited<ReturnType<typeof currentAssetsOf>>[number];

const growthOfAsset = (asset: AssetRow | undefined): number | null =>
  asset?.growthPercent == null ? null : Number(asset.growthPercent);

const toHundredths = (value: number): number => Math.round(value * 100) / 100;

@Injectable()
export class InvestmentAdvices {
  constructor(
    private readonly members: AdvisedMembers,
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** Throws RuleViolation for a member out of the caller's reach, for one who was erased, and for one without a month. */
  async of(memberId: string, caller: Principal): Promise<{ of: Advised['member']; advice: InvestmentAdvice }> {
    const { member, month, shown } = await this.members.of(memberId, caller);
    const { planId, platformId } = member;
    const today = sydneyDate(new Date());
    const [growthOf, held, assets, offered] = await Promise.all([
      growthExposures(this.analytics, { planId, memberId }),
      memberHoldings(this.analytics, { planId, memberId }),
      assetsOf(this.views, platformId, today),
      currentAssetsOf(this.views, platformId, today),
    ]);
    const ofHoldings = growthOfHoldings(
      held.holdings.map(({ assetCode, balanceCents }) => ({
        balanceCents,
        growthPercent: growthOfAsset(assets.get(assetCode)),
      })),
    );
    const given = growthOf.get(monthOf(month.balancesAsAt)) ?? null;
    const growthPercent = given ?? ofHoldings;
    const input = {
      age: month.age,
      growthPercent,
      riskProfileName: month.riskProfileName,
      riskProfileAssessedOn: month.riskProfileAssessedOn,
    };
    const range = growthRangeOf(input, month.asAt);
    const { points, strategySuitable } = investmentApproach(input, month.asAt);
    const suiting = suitingOptions(offered, range);
    const codesHeld = new Set(held.holdings.map(({ assetCode }) => assetCode));
    const advice: InvestmentAdvice = {
      member: shown,
      growth:
        growthPercent === null ? null : { percent: growthPercent, from: given === null ? 'holdings' : 'snapshot' },
      target: range && { percent: range.target, from: range.from, to: range.to, basis: range.basis },
      riskProfile: { name: month.riskProfileName, assessedOn: month.riskProfileAssessedOn },
      points,
      suits: strategySuitable,
      holdings: { asAt: held.asAt, rows: holdingRows(held, assets) },
      options: suiting.slice(0, mostOptions).map((asset) => ({
        name: asset.name,
        growthPercent: growthOfAsset(asset)!,
        isLifecycle: asset.isLifecycle === true,
        isHeld: codesHeld.has(asset.assetCode),
      })),
      moreOptions: Math.max(0, suiting.length - mostOptions),
      ageTargets: ageTargetsFor(month, range),
      profileTargets: Object.entries(riskProfileGrowthTargets).map(([profile, percent]) => ({
        profile,
        percent,
        holds: range?.basis === 'riskProfile' && profile === month.riskProfileName,
      })),
    };
    return { of: member, advice };
  }
}

function holdingRows({ holdings }: MemberHoldings, assets: ReadonlyMap<string, AssetRow>) {
  const together = holdings.reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  return holdings.map(({ assetCode, balanceCents }) => ({
    name: assets.get(assetCode)?.name ?? assetCode,
    balance: balanceCents / 100,
    sharePercent: toHundredths((100 * balanceCents) / together),
    growthPercent: growthOfAsset(assets.get(assetCode)),
  }));
}

/** Options whose growth is in the range by itself, nearest to the target first. */
function suitingOptions(offered: readonly AssetRow[], range: GrowthRange | null): AssetRow[] {
  if (range === null) return [];
  const away = (asset: AssetRow) => Math.abs(growthOfAsset(asset)! - range.target);
  return offered
    .filter((asset) => {
      const growth = growthOfAsset(asset);
      return growth !== null && growth >= range.from && growth <= range.to;
    })
    .sort((a, b) => away(a) - away(b) || a.name.localeCompare(b.name, 'en-AU'));
}

function ageTargetsFor({ age }: AdvisedMonth, range: GrowthRange | null) {
  const own = ageGrowthTargets.find(({ under }) => under === null || (age !== null && age < under));
  return ageGrowthTargets.map((each, i) => {
    const first = ageGrowthTargets[i - 1]?.under ?? null;
    const ages =
      first === null
        ? `under ${each.under}`
        : each.under === null
          ? `${first} and over`
          : `${first} to ${each.under - 1}`;
    return { ages, percent: each.percent, holds: range?.basis === 'age' && each === own };
  });
}

@Controller()
class InvestmentAdviceController {
  constructor(
    private readonly advices: InvestmentAdvices,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(investmentAdviceEndpoint)
  async advise({ params, caller, request }: RequestOf<typeof investmentAdviceEndpoint>): Promise<InvestmentAdvice> {
    const { memberId } = params;
    const {
      of: { planId },
      advice,
    } = await this.advices.of(memberId, caller);
    this.access.noteMember(request, caller, { object: 'investment advice', planId, memberId, rows: 1 });
    return advice;
  }
}

@Module({
  imports: [AdviceModule],
  controllers: [InvestmentAdviceController],
  providers: [InvestmentAdvices],
  exports: [InvestmentAdvices],
})
export class InvestmentAdviceSlice {}

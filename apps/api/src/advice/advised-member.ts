import { Injectable } from '@nestjs/common';
import type { AdvisedMember } from '@superscope/contracts/member-advice';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { never } from '@superscope/contracts/read-models/member-snapshots';
import type { membersView } from '@superscope/contracts/read-models/members';
import { figuresAt, type FiguresAt } from '@superscope/domain/scoring/figures-at';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { memberNameOf } from '../members/member-name.js';
import { leftOn } from '../members/membership.js';
import { newestMonth, type Cents } from '../members/newest-month.js';
import { standingMember } from '../members/reached-member.js';
import type { Principal } from '../platform/access/principal.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { datedFigures } from '../plans/dated-figures.js';

interface MonthRow {
  age: number | null;
  salary_cents: Cents;
  total_assets_owned_cents: Cents;
  death_cover_cents: Cents;
  risk_profile_name: string;
  assessed_on: string;
  retirement_income_cents: Cents;
  retirement_income_super_only_cents: Cents;
  projected_retirement_standard: string;
}

const monthColumns = `age, salary_cents, total_assets_owned_cents, death_cover_cents, retirement_income_cents, retirement_income_super_only_cents,
  projected_retirement_standard, risk_profile_name, toString(last_risk_profile_assessment_on) AS assessed_on`;

/** A member's newest scored month in their plan. Money is integer cents. */
export interface AdvisedMonth {
  /** Month end, yyyy-MM-dd. */
  asAt: string;
  /** Month end of the balances, which may be an earlier one. */
  balancesAsAt: string;
  age: number | null;
  salaryCents: number | null;
  balanceCents: number | null;
  deathCoverCents: number | null;
  riskProfileName: string | null;
  riskProfileAssessedOn: string | null;
  /** A year, projected. */
  retirementIncomeCents: number | null;
  retirementIncomeSuperOnlyCents: number | null;
  /** `rank|label` */
  projectedStandard: string;
}

export interface Advised {
  member: DocumentOf<typeof membersView>;
  month: AdvisedMonth;
  shown: AdvisedMember;
}

const cents = (value: Cents): number | null => (value === null ? null : Number(value));
const dollars = (value: number | null): number | null => (value === null ? null : value / 100);

/** Members as an advice about them begins: who they are, and their figures of the newest month. */
@Injectable()
export class AdvisedMembers {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** Throws RuleViolation for a member out of the caller's reach, for one who was erased, and for one without a month. */
  async of(memberId: string, caller: Principal): Promise<Advised> {
    const member = await standingMember(this.views, caller, memberId);
    const { planId, companyId, memberNumber } = member;
    const [company, plan, month] = await Promise.all([
      this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } }),
      this.views.of(plansView).findOne({ _id: planId }, { projection: { name: 1 } }),
      this.newestMonth(planId, memberId),
    ]);
    if (month === null) throw new RuleViolation('conflict', 'No figures of this member are known yet.');
    const shown: AdvisedMember = {
      memberId,
      memberName: memberNameOf(member),
      memberNumber,
      companyName: company?.name ?? companyId,
      planName: plan?.name ?? planId,
      asAt: month.asAt,
      balancesAsAt: month.balancesAsAt,
      age: month.age,
      leftOn: leftOn(member),
      salary: dollars(month.salaryCents),
      balance: dollars(month.balanceCents),
    };
    return { member, month, shown };
  }

  /** The figures by which a month that ends on this day is scored. */
  async figuresAt(asAt: string): Promise<FiguresAt> {
    return figuresAt(await datedFigures(this.views), asAt);
  }

  /** Null for a member without a scored month. */
  async newestMonth(planId: string, memberId: string): Promise<AdvisedMonth | null> {
    const found = await newestMonth<MonthRow>(this.analytics, { planId, memberId }, monthColumns);
    if (found === null) return null;
    const { row, asAt, balancesAsAt } = found;
    return {
      asAt,
      balancesAsAt,
      age: row.age,
      salaryCents: cents(row.salary_cents),
      balanceCents: cents(row.total_assets_owned_cents),
      deathCoverCents: cents(row.death_cover_cents),
      riskProfileName: row.risk_profile_name === 'Unknown' ? null : row.risk_profile_name,
      riskProfileAssessedOn: row.assessed_on === never ? null : row.assessed_on,
      retirementIncomeCents: cents(row.retirement_income_cents),
      retirementIncomeSuperOnlyCents: cents(row.retirement_income_super_only_cents),
      projectedStandard: row.projected_retirement_standard,
    };
  }
}

import { Controller, Module } from '@nestjs/common';
import type { MemberOption } from '@superscope/contracts/member-events';
import { memberIdField } from '@superscope/contracts/member-events';
import { memberOverview, type MemberMonth, type MemberOverview } from '@superscope/contracts/member-overview';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { never } from '@superscope/contracts/read-models/member-snapshots';
import { membersView, nameWords } from '@superscope/contracts/read-models/members';
import { sydneyDate, yearsBetween } from '@superscope/domain/calendar-dates';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { optionOf } from './find-members.slice.js';
import { exactConditions, memberSearch } from './member-search.js';
import { newestMonth, type Cents } from './newest-month.js';
import { reachedMember } from './reached-member.js';

const memberOverviewEndpoint = endpoint('GET /api/members/:memberId/overview', {
  summary:
    'Who a member in reach is, others of that name at the same employer, and their newest scored month. Opening it is in the access log',
  right: 'members.read',
  params: { memberId: memberIdField },
  answers: { 200: memberOverview },
  problems: { 404: null },
});

type MemberDocument = DocumentOf<typeof membersView>;

/** The most of one name who are listed, and who are compared. */
const mostSameName = 5;
const mostCompared = 500;

interface MonthRow {
  salary_cents: Cents;
  total_assets_owned_cents: Cents;
  score: number | null;
  death_cover_cents: Cents;
  tpd_cover_cents: Cents;
  sci_cover_cents: Cents;
  beneficiary_nomination_type: string;
  risk_profile_name: string;
  assessed_on: string;
  making_voluntary_contributions: number;
  mobile_number_provided: number;
  email_address_provided: number;
  signed_in_on: string;
  consulted_on: string;
}

const monthColumns = `salary_cents, total_assets_owned_cents, score, death_cover_cents, tpd_cover_cents, sci_cover_cents,
  beneficiary_nomination_type, risk_profile_name, toString(last_risk_profile_assessment_on) AS assessed_on, making_voluntary_contributions,
  mobile_number_provided, email_address_provided, toString(last_sign_in_on) AS signed_in_on, toString(last_consultation_on) AS consulted_on`;

const dollars = (cents: Cents): number | null => (cents === null ? null : Number(cents) / 100);
const happened = (day: string): string | null => (day === never ? null : day);
/** 1 yes, 0 no, 2 unknown. */
const flagOf = (stored: number): boolean | null => (stored === 2 ? null : stored === 1);

@Controller()
class MemberOverviewController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(memberOverviewEndpoint)
  async overview({ params, caller, request }: RequestOf<typeof memberOverviewEndpoint>): Promise<MemberOverview> {
    const { memberId } = params;
    const member = await reachedMember(this.views, caller, memberId);
    const { planId, platformId, companyId, categoryId, erased = false } = member;
    const [company, plan, platform, namesakes, month] = await Promise.all([
      this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } }),
      this.views.of(plansView).findOne({ _id: planId }, { projection: { name: 1, categories: 1 } }),
      this.views.of(platformsView).findOne({ _id: platformId }, { projection: { name: 1 } }),
      erased ? [] : this.namesakes(member, caller),
      erased ? null : this.newestMonth(planId, memberId),
    ]);
    this.access.noteMember(request, caller, { object: 'member', planId, memberId, rows: 1 });
    const companyName = company?.name ?? null;
    return {
      ...optionOf(member, companyName),
      erased,
      plan: { id: planId, name: plan?.name ?? planId },
      platform: { id: platformId, name: platform?.name ?? platformId },
      category: erased || categoryId === null ? null : (plan?.categories?.[categoryId]?.name ?? categoryId),
      age: erased || member.dateOfBirth === null ? null : yearsBetween(member.dateOfBirth, sydneyDate(new Date())),
      gender: erased ? null : member.gender,
      occupationalRating: erased ? null : member.occupationalRating,
      sameName: namesakes
        .map((other) => optionOf(other, companyName))
        .toSorted(inThePlanFirst)
        .slice(0, mostSameName),
      month,
    };
  }

  /** Others at the member's employer who are called the same, apart from further given names: what people mix up. */
  private async namesakes(member: MemberDocument, { scope }: Principal): Promise<MemberDocument[]> {
    const called = calledBy(member);
    if (called === null) return [];
    const { companyId } = member;
    // The first of the conditions begins with both names, which an index answers.
    const [beginning] = exactConditions(memberSearch(called));
    const found = await this.views
      .of(membersView)
      .find(
        { $and: [...beginning!, { companyId, erased: { $ne: true } }] },
        { projection: { searchKeys: 0, nearKeys: 0 } },
      )
      .limit(mostCompared)
      .toArray();
    return found.filter(
      (other) => other._id !== member._id && inScope(scope, other.planId) && calledBy(other) === called,
    );
  }

  private async newestMonth(planId: string, memberId: string): Promise<MemberMonth | null> {
    const found = await newestMonth<MonthRow>(this.analytics, { planId, memberId }, monthColumns);
    if (found === null) return null;
    const { row, asAt, balancesAsAt } = found;
    return {
      asAt,
      balancesAsAt,
      salary: dollars(row.salary_cents),
      balance: dollars(row.total_assets_owned_cents),
      score: row.score === null ? null : row.score / 1_000_000,
      deathCover: dollars(row.death_cover_cents),
      tpdCover: dollars(row.tpd_cover_cents),
      sciCover: dollars(row.sci_cover_cents),
      nomination: row.beneficiary_nomination_type.replace(/^\d+\|/, ''),
      riskProfile: row.risk_profile_name === 'Unknown' ? null : row.risk_profile_name,
      riskProfileOn: happened(row.assessed_on),
      paysVoluntarily: flagOf(row.making_voluntary_contributions),
      hasMobile: flagOf(row.mobile_number_provided),
      hasEmail: flagOf(row.email_address_provided),
      lastSignInOn: happened(row.signed_in_on),
      lastConsultationOn: happened(row.consulted_on),
    };
  }
}

/** The surname and the first given name as searches compare them; null without either. */
function calledBy({ surname, givenName }: Pick<MemberDocument, 'surname' | 'givenName'>): string | null {
  const family = nameWords({ surname, givenName: null });
  const [given] = nameWords({ surname: null, givenName });
  return family.length === 0 || given === undefined ? null : [...family, given].join(' ');
}

const inThePlanFirst = (a: MemberOption, b: MemberOption) =>
  Number(a.leftOn !== null) - Number(b.leftOn !== null) || (b.leftOn ?? '').localeCompare(a.leftOn ?? '');

@Module({ controllers: [MemberOverviewController] })
export class MemberOverviewSlice {}

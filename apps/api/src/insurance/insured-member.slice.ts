import { Controller, Module } from '@nestjs/common';
import { insuredMember, type EarlierQuotation, type InsuredMember } from '@superscope/contracts/insurance-calculation';
import { memberIdField } from '@superscope/contracts/member-events';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { memberEventsView, type StoredQuotation } from '@superscope/contracts/read-models/member-events';
import type { NeedInput } from '@superscope/domain/insurance/cover-need';
import { z } from 'zod';
import { memberNameOf } from '../members/member-name.js';
import { standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { needAskedOf } from './cover-need-answer.js';
import { memberCover } from './member-cover.js';

const insuredMemberEndpoint = endpoint('GET /api/insuranceCalculation/member', {
  summary:
    'What the fund’s files say of a member in reach that a quotation needs, their cover now, and earlier quotations',
  right: 'insurance.quote',
  query: z.strictObject({ memberId: memberIdField }),
  answers: { 200: insuredMember },
  problems: { 404: null },
});

/** The most earlier quotations that are listed. */
const mostEarlier = 10;

const orNone = (cents: number): number | null => (cents === 0 ? null : cents / 100);

const earlier = (quotation: StoredQuotation): EarlierQuotation => ({
  at: quotation.at,
  calculationDate: quotation.calculationDate,
  salary: quotation.salaryCents / 100,
  memberCategory: quotation.categoryId,
  occupationGroup: quotation.occupationGroup,
  state: quotation.addressState,
  voluntaryDeathCover: orNone(quotation.voluntaryCents.Death),
  voluntaryTpdCover: orNone(quotation.voluntaryCents.TPD),
  voluntarySciCover: orNone(quotation.voluntaryCents.SCI),
  monthlyPremiumTotal: quotation.monthlyCents / 100,
  need: quotation.need === undefined ? null : needAskedOf(JSON.parse(quotation.need) as NeedInput),
});

@Controller()
class InsuredMemberController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(insuredMemberEndpoint)
  async member({ query, caller, request }: RequestOf<typeof insuredMemberEndpoint>): Promise<InsuredMember> {
    const { memberId } = query;
    const member = await standingMember(this.views, caller, memberId);
    const { planId, platformId, companyId, gender } = member;
    const [company, plan, platform, cover, quotedBefore] = await Promise.all([
      this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } }),
      this.views.of(plansView).findOne({ _id: planId }, { projection: { name: 1 } }),
      this.views.of(platformsView).findOne({ _id: platformId }, { projection: { name: 1 } }),
      memberCover(this.analytics, { planId, memberId }),
      this.earlierQuotations(memberId, planId, caller),
    ]);
    this.access.noteMember(request, caller, { object: 'insurance', planId, memberId, rows: 1 });
    return {
      memberId,
      memberName: memberNameOf(member),
      companyId,
      companyName: company?.name ?? companyId,
      plan: { id: planId, name: plan?.name ?? planId },
      platform: { id: platformId, name: platform?.name ?? platformId },
      memberCategory: member.categoryId,
      dateOfBirth: member.dateOfBirth,
      occupationGroup: member.occupationalRating,
      gender: gender === 'Other' ? null : gender,
      state: member.addressState,
      quotedBefore,
      ...cover,
    };
  }

  /** Of the member's plan only: a category and rates of a plan that they have left no longer apply. */
  private async earlierQuotations(memberId: string, planId: string, { scope }: Principal) {
    const document = await this.views
      .of(memberEventsView)
      .findOne({ _id: memberId }, { projection: { quotations: 1 } });
    return Object.values(document?.quotations ?? {})
      .filter((quotation) => quotation.planId === planId && inScope(scope, quotation.planId))
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, mostEarlier)
      .map(earlier);
  }
}

@Module({ controllers: [InsuredMemberController] })
export class InsuredMemberSlice {}

import { Controller, Module, NotFoundException } from '@nestjs/common';
import { date, flag, integer, number, text, type CsvColumn } from '@superscope/contracts/csv-columns';
import { innerId } from '@superscope/contracts/fields';
import { plansView } from '@superscope/contracts/read-models/fund';
import { memberSnapshotTable } from '@superscope/contracts/read-models/member-snapshots';
import { membersView } from '@superscope/contracts/read-models/members';
import { monthEnd, monthOf } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import type { FastifyReply } from 'fastify';
import { rowsOf } from '../platform/clickhouse/stored-rows.js';
import { companyNames } from '../members/events-of-members.js';
import { memberListMedia, sendMemberList, type MemberListRow } from '../members/member-list.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';

const superScoreDetailsEndpoint = endpoint('GET /api/plan/:id/superScoreDetails', {
  summary:
    'Score, points and flags of each member of a plan in reach at its newest month, as a CSV file for the fund, not for the employer',
  right: 'members.read',
  params: { id: innerId },
  answers: { 200: memberListMedia },
  problems: { 404: null },
  sends: true,
});

const points = {
  superScore: 'score',
  nominatedBeneficiaryPoints: 'beneficiary_points',
  accountBalancePoints: 'account_balance_points',
  lifeInsurancePoints: 'insurance_points_score',
  investmentApproachPoints: 'investment_points',
  retirementAdequacyPoints: 'retirement_adequacy_points',
} as const satisfies Record<string, keyof typeof memberSnapshotTable.columns>;

const flags = {
  mobileNumberProvided: 'mobile_number_provided',
  emailAddressProvided: 'email_address_provided',
  taxFileNumberProvided: 'tax_file_number_provided',
  expiredBeneficiaryNominated: 'expired_beneficiary_nominated',
  beneficiaryNominationValidated: 'beneficiary_nomination_validated',
  balanceWithinAverage: 'balance_within_average',
  noLifeInsurance: 'no_life_insurance',
  lifeCoverWithinBenchmark: 'life_cover_within_benchmark',
  potentiallyInadequateLifeInsurance: 'potentially_inadequate_life_insurance',
  lifecycleInvestment: 'lifecycle_investment',
  growthExposureAdequated: 'growth_exposure_adequated',
  riskProfileAssessmentCompletedAndAligned: 'risk_profile_assessment_completed_and_aligned',
  investmentStrategySuitable: 'investment_strategy_suitable',
  onTrackOrOnTrackUsingTolerance: 'on_track_or_using_tolerance',
  makingVoluntaryContributions: 'making_voluntary_contributions',
  approachingConcessionalCap: 'approaching_concessional_cap',
} as const satisfies Record<string, keyof typeof memberSnapshotTable.columns>;

const eachOf = <Name extends string, Column>(names: Record<Name, unknown>, column: Column) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, column])) as Record<Name, Column>;

const columns: Readonly<Record<string, CsvColumn>> = {
  planId: text(90),
  memberId: text(40),
  surname: text(100),
  givenName: text(100),
  company: text(100),
  asAt: date,
  age: integer(0, 255),
  ...eachOf(points, number),
  ...eachOf(flags, flag),
};

const millionth = 1_000_000;
const membersPerRead = 500;

/** Member, employer, first day of the month, age, points in millionths, and flags (1 yes, 0 no, 2 unknown). */
type Row = [memberId: string, companyId: string, month: string, age: number | null, ...(number | null)[]];

@Controller()
class SuperScoreDetailsController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(superScoreDetailsEndpoint)
  async export(
    { params, caller, request }: RequestOf<typeof superScoreDetailsEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const { id: planId } = params;
    requirePlan(caller, planId);
    if ((await this.views.of(plansView).findOne({ _id: planId }, { projection: { _id: 1 } })) === null)
      throw new NotFoundException('There is no such plan.');
    const { userId, role } = caller;
    const access = { userId, role, planId, object: 'super score details', filter: {} };
    const name = `superScoreDetails_${outsideId(planId)}`;
    const month = await this.newestMonth(planId);
    const list = { name, day: month === null ? undefined : monthEnd(monthOf(month)), columns };
    const rows = month === null ? noRows() : this.rows(planId, month);
    await sendMemberList({ ...list, rows }, this.access, access, request, reply);
  }

  /** Its first day; null for a plan without figures. */
  private async newestMonth(planId: string): Promise<string | null> {
    const query = `SELECT toString(max(month)), count() FROM member_snapshot FINAL WHERE plan_id = {plan:String}`;
    for await (const [row] of rowsOf<[month: string, count: string | number]>(this.analytics.client, query, {
      plan: planId,
    }))
      if (row !== undefined && Number(row[1]) > 0) return row[0];
    return null;
  }

  private async *rows(planId: string, month: string) {
    const query = `SELECT toString(member_id), company_id, toString(month), age,
  ${[...Object.values(points), ...Object.values(flags)].join(', ')}
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month = {month:Date}
ORDER BY member_id`;
    const waiting: Row[] = [];
    for await (const some of rowsOf<Row>(this.analytics.client, query, { plan: planId, month })) {
      waiting.push(...some);
      while (waiting.length >= membersPerRead) yield await this.named(planId, waiting.splice(0, membersPerRead));
    }
    if (waiting.length > 0) yield await this.named(planId, waiting);
  }

  /** Lines of these rows. An erased member has none: scores and flags of one person are not counts. */
  private async named(planId: string, rows: readonly Row[]): Promise<MemberListRow[]> {
    const [found, companies] = await Promise.all([
      this.views
        .of(membersView)
        .find({ _id: { $in: rows.map(([memberId]) => memberId) } })
        .toArray(),
      companyNames(
        this.views,
        rows.map(([, companyId]) => companyId),
      ),
    ]);
    const members = new Map(found.map((member) => [member._id, member]));
    return rows.flatMap(([memberId, companyId, month, age, ...values]) => {
      const member = members.get(memberId);
      if (member?.erased) return [];
      const scored = Object.keys(points).map((name, at) => [name, pointsOf(values[at] ?? null)]);
      const flagged = Object.keys(flags).map((name, at) => [name, flagOf(values[scored.length + at] ?? null)]);
      const line = {
        planId: outsideId(planId),
        memberId: member?.memberNumber ?? null,
        surname: member?.surname ?? null,
        givenName: member?.givenName ?? null,
        company: companies.get(companyId) ?? null,
        asAt: monthEnd(monthOf(month)),
        age,
        ...Object.fromEntries(scored),
        ...Object.fromEntries(flagged),
      };
      return [{ memberId, values: line }];
    });
  }
}

async function* noRows(): AsyncGenerator<MemberListRow[]> {}

const pointsOf = (millionths: number | null) => (millionths === null ? null : millionths / millionth);
const flagOf = (stored: number | null) => (stored === 1 ? true : stored === 0 ? false : null);

@Module({ controllers: [SuperScoreDetailsController] })
export class SuperScoreDetailsSlice {}

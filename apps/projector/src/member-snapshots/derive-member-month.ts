import type { Flag } from '@superscope/contracts/read-models/analytics-table';
import { gainValues } from '@superscope/contracts/read-models/gain-columns';
import { never, type MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { monthEnd, monthOf } from '@superscope/domain/calendar-dates';
import { namesOf } from '@superscope/domain/event';
import {
  derivedSnapshotColumns,
  snapshotColumns,
  snapshotField,
  storedColumn,
  type DerivedSnapshotColumn,
  type StoredColumn,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import { memberStream } from '@superscope/domain/member/member';
import { contactReasons, toolTypes, type ContactReason } from '@superscope/domain/member/member.events';
import { joinsIn, leavesIn, type CountedBy } from '@superscope/domain/member/membership-dates';
import { actionGains } from '@superscope/domain/scoring/actions';
import { concessionalThisYear, trailingYearOf } from '@superscope/domain/scoring/contributions';
import type { Figures } from '@superscope/domain/scoring/figures';
import type { MemberMonthInput } from '@superscope/domain/scoring/member-month';
import { birthGroup } from '@superscope/domain/scoring/member-groups';
import { scoreMember } from '@superscope/domain/scoring/member-score';
import { datesOf, latestOn, membershipAt, type MemberHistory } from '../plan-facts/member-history.js';
import type { SnapshotMonth, StoredSnapshot } from '../plan-facts/snapshot-position.js';

/** The facts from which the row of one member and month is derived. */
export interface MemberMonthFacts {
  planId: string;
  /** yyyy-MM of the row. It is later than the snapshot's month if the snapshot is carried forward. */
  month: string;
  snapshot: StoredSnapshot;
  history: MemberHistory;
  /** The member's snapshots of the twelve months up to the snapshot's month. */
  year: readonly SnapshotMonth[];
  /** Growth percentage of the member's holdings, if the fund gave no growth exposure. */
  holdingsGrowthPercent: number | null;
  countedBy: CountedBy;
}

const flag = (value: boolean | null): Flag => (value === null ? 2 : value ? 1 : 0);
const ofMembers = namesOf(memberStream);
const unknown = 'Unknown';

const gender = (value: string | null | undefined): MemberMonthRow['gender'] =>
  value === 'Female' || value === 'Male' ? value : unknown;

const reasonColumn: Record<ContactReason, keyof MemberMonthRow> = {
  nominatedBeneficiary: 'last_contact_nominated_beneficiary_on',
  accountBalance: 'last_contact_account_balance_on',
  investment: 'last_contact_investment_on',
  insurance: 'last_contact_insurance_on',
  retirementAdequacy: 'last_contact_retirement_adequacy_on',
};

/** Derives one wide row. It is a pure function, so the order of facts and the process make no difference. */
export function deriveMemberMonth(facts: MemberMonthFacts, figures: Figures, version: string): MemberMonthRow {
  const { planId, month, snapshot, history, year } = facts;
  const asAt = monthEnd(month);
  const details = history.details;
  const membership = membershipAt(history, planId, asAt);
  const validation = history.validations.filter((v) => v.on <= asAt).at(-1) ?? null;
  const riskProfileAssessedOn = latestOn(history, [ofMembers.RiskProfileAssessmentCompleted], asAt);
  const input: MemberMonthInput = {
    ...snapshot,
    birthMonth: details?.birth_month ?? null,
    gender: details?.gender ?? null,
    joinDate: details?.joined_on ?? null,
    holdingsGrowthPercent: facts.holdingsGrowthPercent,
    latestValidation: validation && { on: validation.on, valid: validation.valid },
    riskProfileAssessedOn,
    trailingYear: trailingYearOf(year, asAt),
    concessionalThisYear: concessionalThisYear(year, asAt),
  };
  const score = scoreMember(input, figures, asAt);
  const { componentMillionths: points } = score;
  return {
    plan_id: planId,
    month: `${month}-01`,
    member_id: snapshot.memberId,
    platform_id: details?.platform_id ?? planId.slice(0, planId.indexOf('.')),
    company_id: membership.companyId,
    category_id: membership.categoryId,
    balance_as_at: monthEnd(snapshot.month),
    gender: gender(details?.gender),
    age: score.age,
    age_group: score.ageGroup,
    birth_group: birthGroup(score.age === null ? null : (details?.birth_month ?? null)),
    salary_group: score.salaryGroup,
    balance_group: score.balanceGroup,
    address_state: details?.address_state ?? unknown,
    account_type: details?.account_type ?? unknown,
    occupational_rating: details?.occupational_rating ?? unknown,
    risk_profile_name: snapshot.riskProfileName ?? unknown,
    beneficiary_nomination_type: score.beneficiaryNominationType ?? unknown,
    time_in_plan: score.timeInPlan,
    insurance_cover_type: score.insuranceCoverType ?? unknown,
    insurance_points: score.insurancePoints ?? unknown,
    life_insurance_indicator_result: score.lifeInsuranceIndicatorResult ?? unknown,
    projected_retirement_standard: score.projectedRetirementStandardName ?? unknown,
    projected_retirement_standard_super_only: score.projectedRetirementStandardSuperOnlyName ?? unknown,
    joined_on: details?.joined_on ?? null,
    exited_on: history.exitDate,
    mobile_number_provided: flag(details && details.mobile_number_provided === 1),
    email_address_provided: flag(details && details.email_address_provided === 1),
    tax_file_number_provided: flag(details && details.tax_file_number_provided === 1),
    lifecycle_investment: flag(snapshot.lifecycleInvestment),
    expired_beneficiary_nominated: flag(score.expiredBeneficiaryNominated),
    beneficiary_nomination_validated: flag(score.beneficiaryNominationValidated),
    balance_within_average: flag(score.balanceWithinAverage),
    no_life_insurance: flag(score.noLifeInsurance),
    life_cover_within_benchmark: flag(score.lifeCoverWithinBenchmark),
    potentially_inadequate_life_insurance: flag(score.potentiallyInadequateLifeInsurance),
    growth_exposure_adequated: flag(score.growthExposureAdequated),
    risk_profile_assessment_completed_and_aligned: flag(score.riskProfileAssessmentCompletedAndAligned),
    investment_strategy_suitable: flag(score.investmentStrategySuitable),
    on_track_or_using_tolerance: flag(score.onTrackOrOnTrackUsingTolerance),
    making_voluntary_contributions: flag(score.makingVoluntaryContributions),
    approaching_concessional_cap: flag(score.approachingConcessionalCap),
    ...joinedOrExited(facts),
    ...lastDates(facts, asAt, riskProfileAssessedOn),
    ...snapshotCents(snapshot, month),
    benchmark_cents: snapshot.totalAssetsOwnedCents === null ? null : score.peerAverageCents,
    retirement_income_cents: score.retirementIncomeCents,
    retirement_income_super_only_cents: score.retirementIncomeSuperOnlyCents,
    score: score.scoreMillionths,
    beneficiary_points: points.nominatedBeneficiary,
    account_balance_points: points.accountBalance,
    insurance_points_score: points.lifeInsurance,
    investment_points: points.investmentApproach,
    retirement_adequacy_points: points.retirementAdequacy,
    ...gainValues(actionGains(input, score, figures, asAt)),
    version,
    is_deleted: 0,
  };
}

function joinedOrExited({ history, month, countedBy }: MemberMonthFacts): Pick<MemberMonthRow, 'joined' | 'exited'> {
  const dates = datesOf(history);
  if (countedBy === 'dates') return { joined: flag(joinsIn(dates, month)), exited: flag(leavesIn(dates, month)) };
  const isIn = (date: string | null) => flag(date !== null && monthOf(date) === month);
  return { joined: isIn(dates.joinDate), exited: isIn(dates.exitDate) };
}

type SnapshotCents = Pick<MemberMonthRow, StoredColumn<DerivedSnapshotColumn>>;

const copied = derivedSnapshotColumns.map((name) => ({
  column: storedColumn(name),
  field: snapshotField(name),
  isFlow: snapshotColumns[name].derived === 'flow',
}));

/** The snapshot's own columns of the row. Flows only count in the snapshot's own month. */
function snapshotCents(snapshot: StoredSnapshot, month: string): SnapshotCents {
  const isCarried = snapshot.month !== month;
  const cents: Partial<SnapshotCents> = {};
  for (const { column, field, isFlow } of copied) cents[column] = isFlow && isCarried ? null : snapshot[field];
  return cents as SnapshotCents;
}

type LastDates = Pick<MemberMonthRow, Extract<keyof MemberMonthRow, `last_${string}`>>;

function lastDates({ history, year }: MemberMonthFacts, asAt: string, riskProfileOn: string | null) {
  const last = (type: Parameters<typeof latestOn>[1][number]) => latestOn(history, [type], asAt) ?? never;
  const signedIn = last(ofMembers.SignedIn);
  const fromFiles = lastLogin(year, asAt);
  const dates: LastDates = {
    last_sign_in_on: signedIn > fromFiles ? signedIn : fromFiles,
    last_tool_on: latestOn(history, toolTypes, asAt) ?? never,
    last_consultation_on: last(ofMembers.ConsultationPerformed),
    last_contact_on: never,
    last_contact_nominated_beneficiary_on: never,
    last_contact_account_balance_on: never,
    last_contact_investment_on: never,
    last_contact_insurance_on: never,
    last_contact_retirement_adequacy_on: never,
    last_risk_profile_assessment_on: riskProfileOn ?? never,
    last_insurance_assessment_on: last(ofMembers.InsuranceAssessmentCompleted),
    last_beneficiary_assistant_on: last(ofMembers.BeneficiaryNominationAssistantCompleted),
    last_consolidation_verified_on: last(ofMembers.PotentialConsolidationVerified),
    last_insurance_advice_on: last(ofMembers.InsuranceAdviceImplemented),
    last_voluntary_contribution_on: lastVoluntaryContribution(year, asAt),
  };
  for (const { on, reason } of history.contacts) {
    if (on > asAt) continue;
    if (on > dates.last_contact_on) dates.last_contact_on = on;
    if (!(contactReasons as readonly string[]).includes(reason)) continue;
    const column = reasonColumn[reason as ContactReason] as keyof LastDates;
    if (on > dates[column]) dates[column] = on;
  }
  return dates;
}

/** A file made after the month's end may name a sign-in after the month. Earlier files then still have an earlier sign-in. */
function lastLogin(year: readonly SnapshotMonth[], asAt: string): string {
  let latest: string = never;
  for (const { lastLogin: on } of year) if (on !== null && on <= asAt && on > latest) latest = on;
  return latest;
}

/** Contributions have no day, so the last day of their month is used. */
function lastVoluntaryContribution(year: readonly SnapshotMonth[], asAt: string): string {
  let latest: string = never;
  for (const flow of year) {
    const positive = (flow.salarySacrificeCents ?? 0) > 0 || (flow.personalContributionsCents ?? 0) > 0;
    if (positive && monthEnd(flow.month) <= asAt) latest = monthEnd(flow.month);
  }
  return latest;
}

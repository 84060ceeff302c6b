/**
 * One row of ClickHouse's `member_snapshot`: a member at a month's end. It serves the Member, MemberSnapshot and SuperScore
 * cubes. The projector writes it, the query service reads it; the migration in apps/projector holds the same columns.
 *
 * Money is integer cents, scores are millionths. A flag is 1 yes, 0 no, 2 not known (in neither numerator nor denominator of
 * its share). Dates are yyyy-MM-dd; of what a fund does, which is after 1970, `never` stands for "has not happened" and sorts before
 * every real date.
 */
export const never = '1970-01-01';

export type Flag = 0 | 1 | 2;

export interface MemberMonthRow {
  plan_id: string;
  /** First day of the month. */
  month: string;
  member_id: string;
  platform_id: string;
  company_id: string;
  category_id: string;
  /** Month end that the balances are of: earlier than this row's month when the newest snapshot was carried forward. */
  balance_as_at: string;

  gender: 'Female' | 'Male' | 'Unknown';
  /** Completed years at month end; null where the birth month is unknown. */
  age: number | null;
  age_group: '30 and below' | '31 - 44' | '45 - 54' | '55 - 64' | '65+' | 'Unknown';
  salary_group: '<$30k' | '$30k' | '$65k' | '$100k' | '$150k' | '>$250k' | 'Unknown';
  balance_group: '<$10k' | '$10k' | '$50k' | '$100k' | '$250k' | '>$500k' | 'Unknown';
  address_state: string;
  account_type: string;
  occupational_rating: string;
  /** The profile of the newest assessment or of the file; 'Unknown' where there is none. */
  risk_profile_name: string;
  /** rank|label */
  beneficiary_nomination_type: string;
  time_in_plan: string;
  insurance_cover_type: string;
  insurance_points: string;
  life_insurance_indicator_result: string;
  projected_retirement_standard: string;
  projected_retirement_standard_super_only: string;
  /** May be before 1970; null where not known. */
  joined_on: string | null;
  exited_on: string | null;
  /** The same for an api of the version before; `never` where not known, and cut to it where earlier. */
  join_date: string;
  exit_date: string;

  mobile_number_provided: Flag;
  email_address_provided: Flag;
  tax_file_number_provided: Flag;
  lifecycle_investment: Flag;
  expired_beneficiary_nominated: Flag;
  beneficiary_nomination_validated: Flag;
  balance_within_average: Flag;
  no_life_insurance: Flag;
  life_cover_within_benchmark: Flag;
  potentially_inadequate_life_insurance: Flag;
  growth_exposure_adequated: Flag;
  risk_profile_assessment_completed_and_aligned: Flag;
  investment_strategy_suitable: Flag;
  on_track_or_using_tolerance: Flag;
  making_voluntary_contributions: Flag;
  approaching_concessional_cap: Flag;
  /** Joined, left the plan within this month. */
  joined: Flag;
  exited: Flag;

  /** The latest on or before the month end. What depends on a window becomes a flag in the query, never here. */
  last_sign_in_on: string;
  last_tool_on: string;
  last_consultation_on: string;
  last_contact_on: string;
  last_contact_nominated_beneficiary_on: string;
  last_contact_account_balance_on: string;
  last_contact_investment_on: string;
  last_contact_insurance_on: string;
  last_contact_retirement_adequacy_on: string;
  last_risk_profile_assessment_on: string;
  last_insurance_assessment_on: string;
  last_beneficiary_assistant_on: string;
  last_consolidation_verified_on: string;
  last_insurance_advice_on: string;
  last_voluntary_contribution_on: string;

  salary_cents: number | null;
  total_assets_owned_cents: number | null;
  employer_contributions_cents: number | null;
  salary_sacrifice_cents: number | null;
  personal_contributions_cents: number | null;
  fees_cents: number | null;
  insurance_premium_cents: number | null;
  death_cover_cents: number | null;
  tpd_cover_cents: number | null;
  sci_cover_cents: number | null;
  /** Peer average balance for age and gender, where the member also has a balance. */
  benchmark_cents: number | null;
  /** Projected yearly income at 67 in today's dollars, with and without the Age Pension. */
  retirement_income_cents: number | null;
  retirement_income_super_only_cents: number | null;

  score: number | null;
  beneficiary_points: number | null;
  account_balance_points: number | null;
  insurance_points_score: number | null;
  investment_points: number | null;
  retirement_adequacy_points: number | null;

  /** Grows with each derivation of the plan: the latest one counts. */
  version: string;
  is_deleted: 0 | 1;
}

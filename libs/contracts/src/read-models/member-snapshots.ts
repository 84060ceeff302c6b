import { birthGroups } from '@superscope/domain/scoring/member-groups';
import {
  analyticsTable,
  category,
  day,
  flag,
  oneOf,
  optionalAge,
  optionalCents,
  optionalLongDay,
  optionalMillionths,
  uuid,
  version,
  yesOrNo,
  type RowOf,
} from './analytics-table.js';
import { gainTableColumns } from './gain-columns.js';
import { derivedSnapshotTableColumns } from './snapshot-columns.js';

/** The date that stands for 'has not happened'. The dates of these columns are after 1970, so it sorts before all of them. */
export const never = '1970-01-01';

/**
 * A member at a month's end: one wide row that serves the Member, MemberSnapshot and SuperScore cubes.
 *
 * The key begins with plan and month, because every screen asks about one plan. A partition is a year: one insert may touch many months of
 * a plan, and monthly partitions made that 5 times slower (docs/decisions). A later version of a row replaces it, and a deleted row is kept
 * as a mark.
 */
export const memberSnapshotTable = analyticsTable({
  table: 'member_snapshot',
  announces: 'memberSnapshots',
  columns: {
    plan_id: category,
    /** First day of the month. */
    month: day,
    member_id: uuid,
    platform_id: category,
    company_id: category,
    category_id: category,
    /** Month end of the balances. It is earlier than the row's month if the newest snapshot was carried forward. */
    balance_as_at: day,

    gender: oneOf(['Female', 'Male', 'Unknown']),
    /** Completed years at month end; null where the birth month is unknown. */
    age: optionalAge,
    age_group: oneOf(['30 and below', '31 - 44', '45 - 54', '55 - 64', '65+', 'Unknown']),
    birth_group: oneOf(birthGroups),
    salary_group: oneOf(['<$30k', '$30k', '$65k', '$100k', '$150k', '>$250k', 'Unknown']),
    balance_group: oneOf(['<$10k', '$10k', '$50k', '$100k', '$250k', '>$500k', 'Unknown']),
    address_state: category,
    account_type: category,
    occupational_rating: category,
    /** The profile of the newest assessment or of the file; 'Unknown' without either. */
    risk_profile_name: category,
    /** rank|label */
    beneficiary_nomination_type: category,
    time_in_plan: category,
    insurance_cover_type: category,
    insurance_points: category,
    life_insurance_indicator_result: category,
    projected_retirement_standard: category,
    projected_retirement_standard_super_only: category,
    /** May be before 1970; null if unknown. */
    joined_on: optionalLongDay,
    exited_on: optionalLongDay,

    mobile_number_provided: flag,
    email_address_provided: flag,
    tax_file_number_provided: flag,
    lifecycle_investment: flag,
    expired_beneficiary_nominated: flag,
    beneficiary_nomination_validated: flag,
    balance_within_average: flag,
    no_life_insurance: flag,
    life_cover_within_benchmark: flag,
    potentially_inadequate_life_insurance: flag,
    growth_exposure_adequated: flag,
    risk_profile_assessment_completed_and_aligned: flag,
    investment_strategy_suitable: flag,
    on_track_or_using_tolerance: flag,
    making_voluntary_contributions: flag,
    approaching_concessional_cap: flag,
    /** Whether the member joined the plan, and left it, within this month. */
    joined: flag,
    exited: flag,

    /** The latest date up to the month end. A value that depends on a period is calculated in the query and never stored here. */
    last_sign_in_on: day,
    last_tool_on: day,
    last_consultation_on: day,
    last_contact_on: day,
    last_contact_nominated_beneficiary_on: day,
    last_contact_account_balance_on: day,
    last_contact_investment_on: day,
    last_contact_insurance_on: day,
    last_contact_retirement_adequacy_on: day,
    last_risk_profile_assessment_on: day,
    last_insurance_assessment_on: day,
    last_beneficiary_assistant_on: day,
    last_consolidation_verified_on: day,
    last_insurance_advice_on: day,
    last_voluntary_contribution_on: day,

    ...derivedSnapshotTableColumns,
    /** Peer average balance for the member's age and gender, if the member also has a balance. */
    benchmark_cents: optionalCents,
    /** Projected yearly income at 67 in today's dollars, with and without the Age Pension. */
    retirement_income_cents: optionalCents,
    retirement_income_super_only_cents: optionalCents,

    score: optionalMillionths,
    beneficiary_points: optionalMillionths,
    account_balance_points: optionalMillionths,
    insurance_points_score: optionalMillionths,
    investment_points: optionalMillionths,
    retirement_adequacy_points: optionalMillionths,
    ...gainTableColumns,

    /** Grows with each derivation of the plan. The highest version counts. */
    version: version,
    is_deleted: yesOrNo,
  },
  key: ['plan_id', 'month', 'member_id'],
  newestBy: ['version', 'is_deleted'],
  partitionBy: 'toYear(month)',
});

export type MemberMonthRow = RowOf<typeof memberSnapshotTable>;

/**
 * Members who left a plan within a month, with the row that they would have in it. They do not count in the month; its joiners and leavers
 * do. A leaver without a snapshot of the month has the row of the month before, carried forward.
 */
export const memberExitTable = analyticsTable({
  table: 'member_exit',
  announces: 'memberSnapshots',
  columns: memberSnapshotTable.columns,
  key: ['plan_id', 'month', 'member_id'],
  newestBy: ['version', 'is_deleted'],
  partitionBy: 'toYear(month)',
});

import { dollars, yesNo } from './csv-file.js';
import type { DemoMember } from './demo-member.js';
import { consultants } from './fictional-people.js';
import { nearestProfile, withSideOption, chosenProfile } from './investment-menu.js';
import { dayIn, type MonthIndex } from './month-calendar.js';
import type { PlanBlueprint } from './plan-blueprints.js';
import type { Random } from './random.js';

export type Row = (string | number)[];

export interface ActivityMonth {
  plan: PlanBlueprint;
  month: MonthIndex;
  last: MonthIndex;
  /** Factor on members' activity due to campaigns and slowly growing interest. */
  lift: number;
  random: Random;
}

const reasons: [string, number][] = [
  ['nominatedBeneficiary', 28],
  ['investment', 20],
  ['insurance', 19],
  ['accountBalance', 18],
  ['retirementAdequacy', 15],
];

/** About 4 % of members ask to be contacted within 20 months. */
export const contactRequestOf = (member: DemoMember, { month, last, lift, random }: ActivityMonth): Row | undefined => {
  if (!random.chance(0.00125 * lift)) return undefined;
  const age = last - month;
  const status = random.chance(age / (age + 0.6)) ? 'Closed' : random.pick(['Open', 'In progress']);
  return [member.id, dayIn(month, random.whole(1, 28)), random.weighted(reasons), status];
};

type EventCells = {
  consultant?: string;
  valid?: boolean;
  outcome?: string;
  amountCents?: number;
  fundName?: string;
  notes?: string;
};
const eventRow = (member: DemoMember, eventType: string, date: string, cells: EventCells = {}): Row => [
  member.id,
  eventType,
  date,
  cells.consultant ?? '',
  cells.valid === undefined ? '' : yesNo(cells.valid),
  cells.outcome ?? '',
  cells.amountCents === undefined ? '' : dollars(cells.amountCents),
  cells.fundName ?? '',
  cells.notes ?? '',
];

const otherFunds = ['Old Mill Super', 'Redgum Retail Super', 'Coastline Industry Fund', 'Southwind Retirement Fund'];
const outcomes: [string, number][] = [
  ['NO_OTHER_SUPER', 34],
  ['NO_ACTION_REQUIRED', 26],
  ['RECOMMENDED_NOT_PROCEEDING', 18],
  ['RECOMMENDED_PROCEEDING', 22],
];
const validationNotes = [
  'Form witnessed by two adults',
  'Original sighted, "no cascading" clause',
  'Both dependants confirmed',
  '',
];

/**
 * A member's activities in one month apart from sign-ins, as memberEvents rows. Some change the member: advice raises cover or moves
 * investments, an assessed profile is often followed, and a consolidation increases the balance.
 */
export const memberEventsOf = (member: DemoMember, at: ActivityMonth): Row[] => {
  const { plan, month, lift, random } = at;
  const rows: Row[] = [];
  const day = () => dayIn(month, random.whole(1, 28));
  const consultant = () => (random.chance(0.7) ? plan.relationshipManager : random.pick(consultants));
  const tool = (monthly: number) => random.chance(monthly * lift);

  if (tool(0.0024)) {
    const profile = chosenProfile(random);
    rows.push(eventRow(member, 'RiskProfileAssessmentCompleted', day()));
    member.riskProfile = profile;
    if (random.chance(0.6)) member.holdings = withSideOption(profile.option, random);
  }
  if (tool(0.0019)) rows.push(eventRow(member, 'InsuranceAssessmentCompleted', day()));
  if (tool(0.0016)) {
    rows.push(eventRow(member, 'BeneficiaryNominationAssistantCompleted', day()));
    member.nomination.rank *= 0.8;
  }
  if (tool(0.0012)) rows.push(eventRow(member, 'ConsultationPerformed', day(), { consultant: consultant() }));
  if (tool(0.0035)) {
    const outcome = random.weighted(outcomes);
    rows.push(eventRow(member, 'PotentialConsolidationVerified', day(), { consultant: consultant(), outcome }));
    if (outcome === 'RECOMMENDED_PROCEEDING') member.consolidateMonth = month + random.whole(1, 2);
  }
  if (month === member.consolidateMonth) {
    const amountCents = random.whole(150_000, 4_800_000);
    member.balanceCents += amountCents;
    const cells = { consultant: consultant(), amountCents, fundName: random.pick(otherFunds) };
    rows.push(eventRow(member, 'ConsolidationImplemented', day(), { ...cells, notes: 'Rolled over in full' }));
  }
  if (tool(0.0005)) {
    member.coverFactor *= 1.25;
    const notes = 'Cover raised, see statement of advice';
    rows.push(eventRow(member, 'InsuranceAdviceImplemented', day(), { consultant: consultant(), notes }));
  }
  if (tool(0.0005)) {
    member.holdings = withSideOption(member.riskProfile.option, random);
    member.riskProfile = nearestProfile(member.holdings.growthPercent);
    rows.push(eventRow(member, 'InvestmentAdviceImplemented', day(), { consultant: consultant() }));
  }
  if (member.hasEmail && random.chance(member.subscribed ? 0.0006 : 0.01)) {
    member.subscribed = !member.subscribed;
    const cells = { valid: member.subscribed, notes: member.subscribed ? 'Subscribed again' : 'Unsubscribed' };
    rows.push(eventRow(member, 'EmailSubscriptionChanged', day(), cells));
  }
  if (month === member.nomination.validateMonth && member.nomination.type !== 'None') {
    const cells = { consultant: consultant(), valid: random.chance(0.93), notes: random.pick(validationNotes) };
    rows.push(eventRow(member, 'BeneficiaryNominationValidated', dayIn(month, random.whole(15, 28)), cells));
  }
  return rows;
};

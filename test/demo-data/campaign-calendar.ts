import type { DemoMember } from './demo-member.js';
import { dayIn, daysIn, daysLater, yearOf, type MonthIndex } from './month-calendar.js';
import { flagshipPlan, type PlanBlueprint } from './plan-blueprints.js';
import type { Random } from './random.js';

export interface Campaign {
  id: string;
  type: 'SuperScore report' | 'SuperScore email' | 'Consult';
  name: string;
  month: MonthIndex;
  day: number;
  /** Share of the suitable members who receive the campaign. */
  share: number;
  suits(member: DemoMember): boolean;
}

const everybody = () => true;
const topics: { name: string; suits: (member: DemoMember) => boolean; share: number }[] = [
  { name: 'Check your insurance', suits: (member) => member.insuranceRank < 0.87, share: 0.7 },
  { name: 'Nominate a beneficiary', suits: (member) => member.nomination.type === 'None', share: 1 },
  { name: 'Bring your super together', suits: everybody, share: 0.6 },
  { name: 'Choose how your super is invested', suits: (member) => member.holdings.main.lifecycle, share: 0.5 },
  { name: 'Is your super on track?', suits: everybody, share: 0.65 },
];

/** Months from each campaign to the last month. */
interface Schedule {
  reports: number[];
  emails: number[];
  consults: number[];
}

/** The plan of the demo's company representative: three reports and eight e-mails, the last report in the last month. */
const flagship: Schedule = { reports: [19, 10, 0], emails: [17, 17, 14, 13, 8, 6, 4, 2], consults: [15, 5] };

const scheduleFor = (plan: PlanBlueprint, brief: boolean, random: Random): Schedule => {
  if (plan.id === flagshipPlan.planId && !brief) return flagship;
  if (!plan.superScoreClient) return { reports: [], emails: [], consults: [] };
  if (brief) return { reports: [random.whole(3, 14)], emails: [random.whole(0, 12)], consults: [] };
  const reports: number[] = [];
  for (let back = random.whole(20, 30); back >= 0; back -= random.whole(11, 13)) reports.push(back);
  const emails: number[] = [];
  const often = plan.members < 20 ? 20 : plan.members < 100 ? 8 : 5;
  for (let back = reports[0]! - random.whole(2, 5); back >= 0; back -= often + random.whole(0, 3)) emails.push(back);
  return { reports, emails, consults: plan.members >= 60 ? [random.whole(2, 18)] : [] };
};

/** The plan's campaigns in order of date. `brief`: one report and one e-mail, for the large sizes. */
export const campaignsOf = (
  plan: PlanBlueprint,
  first: MonthIndex,
  last: MonthIndex,
  brief: boolean,
  random: Random,
): Campaign[] => {
  const { reports, emails, consults } = scheduleFor(plan, brief, random);
  const campaigns: Campaign[] = [];
  const add = (back: number, campaign: Omit<Campaign, 'id' | 'month' | 'day'>) => {
    if (last - back < first) return;
    const day = plan.id === flagshipPlan.planId && back === 0 ? 14 : random.whole(2, 26);
    campaigns.push({ ...campaign, id: '', month: last - back, day });
  };
  reports.forEach((back, i) => {
    const annual = `Annual report ${yearOf(last - back)}`;
    const second = campaigns.some((campaign) => campaign.name === annual);
    const name = i === 0 ? 'First report' : second ? `Second report ${yearOf(last - back)}` : annual;
    add(back, { type: 'SuperScore report', name, share: 1, suits: everybody });
  });
  emails.forEach((back, i) => {
    if (i > 0 && emails[i - 1] === back) {
      const suits = (member: DemoMember) => member.salary < 60_000;
      add(back, { type: 'SuperScore email', name: 'Insurance, part-time', share: 0.35, suits });
    } else add(back, { type: 'SuperScore email', ...topics[i % topics.length]! });
  });
  for (const back of consults)
    add(back, { type: 'Consult', name: 'On-site consultations', share: 0, suits: everybody });
  campaigns.sort((a, b) => a.month - b.month || a.day - b.day);
  campaigns.forEach((campaign, i) => (campaign.id = `${plan.id}-K${String(i + 1).padStart(2, '0')}`));
  return campaigns;
};

/** Factor on members' activity in `month`: highest in a campaign's month, and back to 1 after three. */
export const campaignLift = (campaigns: readonly Campaign[], month: MonthIndex): number => {
  let lift = 1;
  for (const campaign of campaigns) {
    const since = month - campaign.month;
    const weight = campaign.type === 'Consult' ? 0.4 : campaign.type === 'SuperScore report' ? 1 : 0.5;
    if (since >= 0 && since < 3) lift += weight * [2.2, 1.1, 0.4][since]!;
  }
  return lift;
};

export interface EmailSteps {
  sent: string;
  opened?: string;
  clicked?: string;
}

/** A member's reaction to a campaign's e-mail: 35 % open it, 5 % click. Undefined when none is sent. */
export const emailStepsOf = (
  campaign: Campaign,
  member: DemoMember,
  last: MonthIndex,
  random: Random,
): EmailSteps | undefined => {
  if (campaign.type === 'Consult' || !member.hasEmail || !member.subscribed || !campaign.suits(member))
    return undefined;
  if (!random.chance(campaign.share)) return undefined;
  const sent = dayIn(campaign.month, campaign.day);
  const opens = random.chance(campaign.type === 'SuperScore report' ? 0.37 : 0.33);
  if (!opens) return { sent };
  const after = Math.min(Math.floor(-2 * Math.log(1 - random.next())), 12);
  const { exitMonth, exitDay } = member.tenure;
  const until = exitMonth === campaign.month + 1 ? exitDay : daysIn(campaign.month + 1);
  const days = Math.min(after, daysIn(campaign.month) - campaign.day + until);
  const opened = daysLater(campaign.month, campaign.day, days, last);
  return random.chance(0.145) ? { sent, opened, clicked: opened } : { sent, opened };
};

import { inventAbn } from './abn.js';
import { campaignLift, campaignsOf, emailStepsOf, type Campaign } from './campaign-calendar.js';
import { dollars, yesNo, type CsvFile } from './csv-file.js';
import { everSignsInShare, newMember, type DemoMember } from './demo-member.js';
import type { ImportFiles } from './import-tables.js';
import { coverOf } from './insurance-cover.js';
import { contactRequestOf, memberEventsOf, type ActivityMonth } from './member-activity.js';
import { ageAt, isPresent, membership } from './membership.js';
import { dayIn, daysIn, isJuly, monthEnd, type MonthIndex } from './month-calendar.js';
import { earlierMonths, reviseNomination } from './nominations.js';
import { contributionRules, contributionsOf, feesOf, type ContributionRules, type Market } from './pay-and-balance.js';
import type { PlanBlueprint } from './plan-blueprints.js';
import { categoryRow, planCategories } from './plan-categories.js';
import { Random } from './random.js';
import { writeInsuranceRows } from './reference-rows.js';

export interface HistoryWindow {
  seed: number;
  first: MonthIndex;
  last: MonthIndex;
  /** The first month with rows in assetsOwned. */
  assetsFrom: MonthIndex;
  /** One report and one e-mail campaign per plan instead of a full calendar. */
  briefCampaigns: boolean;
  market: Market;
}

/**
 * Writes everything about one plan, month by month. Only this plan's members are in memory. `firstNumber` is its first member number;
 * returns the next free one. Yields after each month so that the process stays responsive.
 */
export const writePlan = async (
  files: ImportFiles,
  plan: PlanBlueprint,
  firstNumber: number,
  window: HistoryWindow,
): Promise<number> => {
  const { seed, first, last } = window;
  const random = new Random(seed, plan.id);
  const table = (name: Parameters<ImportFiles['of']>[0]) => files.of(name, plan.platformId);
  const { id, platformId, name, shortName, startDate, superScoreClient, relationshipManager, onePayroll } = plan;
  const payroll = onePayroll ? yesNo(true) : '';
  table('plans').row([
    id,
    platformId,
    name,
    shortName,
    startDate,
    yesNo(superScoreClient),
    relationshipManager,
    payroll,
  ]);
  plan.companies.forEach((company, i) =>
    table('companies').row([`${id}-E${i + 1}`, id, company, inventAbn(random), plan.industry.name, 'Yes']),
  );
  const categories = planCategories(plan, random);
  for (const category of categories) table('memberCategories').row(categoryRow(category, id));
  writeInsuranceRows(files, plan, first);

  const members = membership(plan, first, last, random).map((tenure, i) => {
    const { member, row } = newMember(plan, categories, firstNumber + i, tenure, window, random);
    table('members').row(row);
    return member;
  });
  const campaigns = campaignsOf(plan, first, last, window.briefCampaigns, random);
  for (const campaign of campaigns)
    table('campaigns').row([campaign.id, id, campaign.type, campaign.name, dayIn(campaign.month, campaign.day)]);

  const signIn = signInRate(plan, campaigns, last);
  for (let month = first - earlierMonths; month < first; month++)
    writeActivity(
      members.filter(({ tenure }) => tenure.joinMonth < month),
      { plan, month, last, lift: 0.9, random },
    );
  for (let month = first; month <= last; month++) {
    const present = members.filter(({ tenure }) => isPresent(tenure, month));
    const progress = first === last ? 1 : (month - first) / (last - first);
    // Members who join or leave within the month have no other activity in it, so that no date falls outside a membership.
    const active = present.filter(({ tenure }) => tenure.joinMonth < month && month < tenure.exitMonth);
    act(active, month, progress);
    const rules = contributionRules(month);
    for (const member of present) writeMemberMonth(member, month, progress, rules);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return firstNumber + members.length;

  function act(active: DemoMember[], month: MonthIndex, progress: number): void {
    const lift = campaignLift(campaigns, month);
    const at = { plan, month, last, lift: lift * (0.7 + 0.5 * progress), random };
    for (const member of active) {
      if (member.everSignsIn && random.chance(signIn * lift)) member.lastLogin = dayIn(month, random.whole(1, 31));
      reviseNomination(member.nomination, month, ageAt(member.tenure.birthMonth, month), progress, random);
    }
    writeActivity(active, at);
    for (const campaign of campaigns)
      if (campaign.month === month) writeEngagement(table('campaignEmailEvents'), campaign, active, last, random);
  }

  function writeActivity(active: DemoMember[], at: ActivityMonth): void {
    for (const member of active) {
      const request = contactRequestOf(member, at);
      if (request) table('contactRequests').row([platformId, ...request]);
      for (const row of memberEventsOf(member, at)) table('memberEvents').row([platformId, ...row]);
    }
  }

  function writeMemberMonth(member: DemoMember, month: MonthIndex, progress: number, rules: ContributionRules): void {
    const { tenure, holdings, nomination } = member;
    const asAt = monthEnd(month);
    const age = ageAt(tenure.birthMonth, month);
    if (isJuly(month) && tenure.joinMonth < month)
      member.salary = Math.round((member.salary * (1 + member.raisePerYear)) / 10) * 10;
    const days = daysIn(month);
    const worked = tenure.joinMonth === month ? (days - tenure.joinDay + 1) / days : 1;
    const { employer, sacrifice, personal } = contributionsOf(member, age, worked, progress, rules);
    const cover = coverOf(member, age);
    const premium = cover.deathPremium + cover.tpdPremium + cover.sciPremium;
    const fees = feesOf(member.balanceCents, holdings.feePercent);
    const growth = holdings.growthPercent / 100;
    const earned =
      member.balanceCents * (growth * window.market.growth(month) + (1 - growth) * window.market.defensive(month));
    member.balanceCents += Math.round(earned + 0.85 * (employer + sacrifice)) + personal - fees - premium;
    member.balanceCents = Math.max(0, member.balanceCents);
    const lastLogin = member.lastLogin;
    table('memberSnapshots').line(
      `${id},${member.id},${asAt},${member.salaryKnown ? member.salary : ''},${dollars(member.balanceCents)},${dollars(employer)},` +
        `${dollars(sacrifice)},${dollars(personal)},${dollars(fees)},${dollars(premium)},${cover.death},${cover.tpd},${cover.sci},` +
        `${dollars(cover.deathPremium)},${dollars(cover.tpdPremium)},${dollars(cover.sciPremium)},${member.riskProfile.name},` +
        `${holdings.growthPercent},${holdings.main.lifecycle ? 'Yes' : 'No'},${nomination.type},${nomination.date},` +
        `${nomination.type === 'Binding' && nomination.lapsing ? 'Yes' : 'No'},${lastLogin}`,
    );
    if (month < window.assetsFrom || member.balanceCents === 0) return;
    const side = holdings.side ? Math.round(member.balanceCents * holdings.sideShare) : 0;
    const assets = table('assetsOwned');
    assets.line(`${id},${member.id},${holdings.main.code},${asAt},${dollars(member.balanceCents - side)}`);
    if (holdings.side && side > 0) assets.line(`${id},${member.id},${holdings.side.code},${asAt},${dollars(side)}`);
  }
};

const writeEngagement = (
  events: CsvFile,
  campaign: Campaign,
  active: DemoMember[],
  last: MonthIndex,
  random: Random,
): void => {
  for (const member of active) {
    const steps = emailStepsOf(campaign, member, last, random);
    if (!steps) continue;
    events.row([campaign.id, member.id, 'Sent', steps.sent]);
    if (steps.opened) events.row([campaign.id, member.id, 'Open Email', steps.opened]);
    if (steps.clicked) events.row([campaign.id, member.id, 'Click Email', steps.clicked]);
  }
};

/** The monthly sign-in rate without campaigns that yields the plan's share within the last 12 months. */
const signInRate = (plan: PlanBlueprint, campaigns: Campaign[], last: MonthIndex): number => {
  let lift = 0;
  for (let month = last - 11; month <= last; month++) lift += campaignLift(campaigns, month);
  const share = Math.min(0.95, plan.signedInShare / everSignsInShare(plan));
  return (-Math.log(1 - share) / lift) * 1.12;
};

import { areaFigures } from '@superscope/contracts/scored-areas';
import type { PlanActions } from '@superscope/contracts/plan-actions';
import type { PlanRanking } from '@superscope/contracts/plan-ranking';
import type { AsfaTargetsAnswer } from '@superscope/contracts/asfa-targets';

/** Answers a request of an employer: GET without a body, else POST. */
export type AskEmployer = (path: string, body?: object) => Promise<unknown>;

interface About {
  planId: string;
  /** Month ends, yyyy-MM-dd. */
  start: string;
  end: string;
}

/** Plans of fewer members are not divided by anything. */
const LEAST_DIVIDED = 30;

type Row = Readonly<Record<string, string | number | null>>;

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-AU', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const dollars = (value: number): string => `$${number(value)}`;
const share = (value: number): string => `${number(value, 1)}%`;
const millions = (value: number): string =>
  value >= 999_950 ? `$${number(value / 1e6, 1)}M` : value >= 10_000 ? `$${number(value / 1e3, 1)}K` : dollars(value);
const thousands = (value: number): string => number(Math.round(value / 1000));

const measure = (name: string): string => (name.includes('.') ? name : `MemberSnapshot.${name}`);
const isQuarterEnd = (month: string): boolean => Number(month.slice(5, 7)) % 3 === 0;
const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toJSON().slice(0, 10);

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

const POINTS = [
  'averageBeneficiaryPoints',
  'averageAccountBalancePoints',
  'averageInsurancePoints',
  'averageInvestmentPoints',
  'averageRetirementAdequacyPoints',
].map((name) => `SuperScore.${name}`);
const FLOWS = ['employerContributions', 'salarySacrificeContributions', 'personalContributions', 'fees'];
const COVERS = ['death', 'tpd', 'sci'];
const TITLES = [
  'Nominated Beneficiary',
  'Account Balance',
  'Life Insurance',
  'Investment Approach',
  'Retirement Adequacy',
];

/** Asks the api, as an employer does, for what each page of a Policy Committee Report is about. */
class Answers {
  constructor(
    private readonly ask: AskEmployer,
    private readonly about: About,
  ) {}

  async rows(measures: readonly string[], dimensions: readonly string[], from: string, to: string): Promise<Row[]> {
    const query = {
      measures: measures.map(measure),
      dimensions,
      filters: [{ member: 'Member.planId', operator: 'equals', values: [this.about.planId] }],
      timeDimensions: [
        { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [`${from.slice(0, 7)}-01`, lastDay(to)] },
      ],
    };
    const { results } = (await this.ask('/cubejs-api/v1/load', { query, queryType: 'multi' })) as {
      results: { data: Row[]; rounded?: { row: number; members: string[] }[] }[];
    };
    const { data, rounded = [] } = results[0]!;
    // What is rounded is printed in words of its own.
    return data.map((row, at) => {
      const about = rounded.find((each) => each.row === at)?.members ?? [];
      return { ...row, ...Object.fromEntries(about.map((name) => [name, null])) };
    });
  }

  /** Rows of a month by the label of a dimension's value. */
  async by(dimension: string, measures: readonly string[], at: string): Promise<Map<string, Row>> {
    const rows = await this.rows(measures, [dimension], at, at);
    return new Map(rows.map((row) => [String(row[dimension]).replace(/^\d+\|/, ''), row]));
  }
}

const of = (row: Row | undefined, name: string): number | null => {
  const value = row?.[measure(name)];
  return typeof value === 'number' ? value : null;
};
/** The texts of those figures that are published. */
const texts = (row: Row | undefined, formats: Readonly<Record<string, (value: number) => string>>): string[] =>
  Object.entries(formats).flatMap(([name, format]) => {
    const value = of(row, name);
    return value === null ? [] : [format(value)];
  });

/** What is printed on each page of a report about the whole plan, by the page's title, as the api answers an employer. */
export async function reportFigures(ask: AskEmployer, about: About): Promise<Map<string, string[]>> {
  const api = new Answers(ask, about);
  const found = new Map<string, string[]>();
  const { start, end } = about;
  const add = (title: string, ...printed: string[]) => found.set(title, [...(found.get(title) ?? []), ...printed]);

  const people = ['countMembers', 'totalAssetsOwned', 'averageTotalAssetsOwned', 'averageAge', 'averageSalary'];
  const months = (await api.rows([...people, 'newMembers', 'exitedMembers', ...FLOWS], [], start, end)).toSorted(
    (a, b) => (String(a['MemberSnapshot.month']) < String(b['MemberSnapshot.month']) ? -1 : 1),
  );
  const monthOf = (row: Row) => String(row['MemberSnapshot.month']).slice(0, 7);
  const [first, newest] = [months[0], months.at(-1)];
  const age = (value: number) => number(value, 1);
  const summary = {
    countMembers: number,
    totalAssetsOwned: millions,
    averageTotalAssetsOwned: dollars,
    averageAge: age,
  };
  for (const title of ['Dashboard', 'Trends']) add(title, ...texts(first, summary), ...texts(newest, summary));
  add('Super overview', ...texts(newest, summary));

  const before = await api.rows([...people, ...FLOWS], [], yearBefore(start), yearBefore(end));
  const earlier = (month: string) => before.find((row) => monthOf(row) === yearBefore(month).slice(0, 7));
  const columns = months.filter((row) => row === first || row === newest || isQuarterEnd(monthOf(row)));
  for (const row of columns) {
    const inMillions = (value: number) => number(value / 1e6, 1);
    add('Fund overview', ...texts(row, { ...summary, totalAssetsOwned: inMillions, averageSalary: dollars }));
    add('Transaction balance', ...texts(row, { totalAssetsOwned: thousands }));
    const then = earlier(monthOf(row));
    add('Fund overview', ...texts(then, { ...summary, totalAssetsOwned: inMillions, averageSalary: dollars }));
    add('Transaction balance', ...texts(then, { totalAssetsOwned: thousands }));
    const size = { ...summary, totalAssetsOwned: thousands, averageSalary: dollars };
    if (row !== first) add('Money', ...texts(row, size), ...texts(then, size));
  }
  add('The plan at a glance', ...texts(newest, { ...summary, averageAge: () => '' }).filter(Boolean));
  const after = months.slice(1);
  for (const flow of FLOWS) {
    const values = after.map((row) => of(row, flow));
    if (values.some((value) => value === null)) continue;
    const total = thousands(values.reduce<number>((sum, value) => sum + value!, 0));
    add('Transaction balance', flow === 'fees' ? `−${total}` : total);
  }

  const [scores] = await api.rows(['SuperScore.averageSuperScore', ...POINTS], [], end, end);
  const score = { 'SuperScore.averageSuperScore': (value: number) => number(value, 2) };
  add('Dashboard', ...texts(scores, score));
  for (const title of ['SuperScore', 'In brief', 'The plan at a glance']) add(title, ...texts(scores, score));
  const { actions } = (await ask(`/api/plans/${about.planId}/actions?month=${end.slice(0, 7)}`)) as PlanActions;
  const clear = actions.filter(({ change, margin }) => (change.value ?? 0) >= Math.max(margin ?? 0, 0.005));
  for (const { members, change } of clear.slice(0, 3))
    add('In brief', `+${number(change.value!, 2)}`, ...(members.value === null ? [] : [number(members.value)]));
  for (const [at, points] of POINTS.entries()) {
    const printed = texts(scores, { [points]: (value) => number(value, 2) });
    for (const title of ['Fund fitness overview', 'SuperScore', 'The plan at a glance', TITLES[at]!])
      add(title, ...printed);
  }

  const counted = ['countMembers', 'shareOfMembers'];
  for (const [at, { dimension, value }] of areaFigures.entries()) {
    const row = (await api.by(dimension, counted, end)).get(value);
    const printed = texts(row, { countMembers: number, shareOfMembers: share });
    for (const title of ['Fund fitness overview', TITLES[at]!]) add(title, ...printed);
  }
  const divided: [title: string, dimension: string, measure: string, format: (value: number) => string][] = [
    ['Nominated Beneficiary', 'Member.beneficiaryNominationType', 'shareOfMembers', share],
    ['Account Balance', 'MemberSnapshot.balanceGroup', 'countMembers', number],
    ['Life Insurance', 'Member.lifeInsuranceIndicatorResult', 'shareOfMembers', share],
    ['Insurance summary', 'Member.lifeInsuranceIndicatorResult', 'shareOfMembers', share],
    ['Investment Approach', 'Member.riskProfileName', 'countMembers', number],
    ['Membership data', 'MemberSnapshot.timeInPlan', 'countMembers', number],
  ];
  for (const [title, dimension, name, format] of divided)
    for (const [value, row] of await api.by(dimension, counted, end))
      if (value !== 'Unknown') add(title, ...texts(row, { [name]: format }));
  for (const flag of ['mobileNumberProvided', 'emailAddressProvided', 'taxFileNumberProvided'])
    add(
      'Fund fitness overview',
      ...texts(newestOf(await api.rows([`${flag}Count`, `${flag}Percent`], [], end, end)), {
        [`${flag}Count`]: number,
        [`${flag}Percent`]: share,
      }),
    );

  const covers = newestOf(
    await api.rows(
      COVERS.flatMap((each) => [`${each}CoverPercent`, `${each}CoverCount`]),
      [],
      end,
      end,
    ),
  );
  for (const each of COVERS)
    add('Insurance summary', ...texts(covers, { [`${each}CoverPercent`]: share, [`${each}CoverCount`]: number }));

  const quarter = [...months].reverse().map(monthOf).find(isQuarterEnd);
  if (quarter !== undefined && (of(newest, 'countMembers') ?? 0) >= LEAST_DIVIDED) {
    const ages = await api.by('Member.ageGroup', ['countMembers', 'averageLifeInsuranceCover'], quarter);
    // Without an average there is no chart, and so no size of a group.
    if ([...ages.values()].some((row) => of(row, 'averageLifeInsuranceCover') !== null))
      for (const row of ages.values())
        add('Insurance summary', ...texts(row, { countMembers: number, averageLifeInsuranceCover: thousands }));
    for (const row of await api.rows(['countMembers'], ['Member.ageGroup', 'Member.gender'], quarter, quarter))
      if (row['Member.gender'] !== 'Unknown' && row['Member.ageGroup'] !== 'Unknown')
        add('Membership data', ...texts(row, { countMembers: number }));
    for (const row of (await api.by('Member.salaryGroup', ['countMembers'], quarter)).values())
      add('Membership data', ...texts(row, { countMembers: number }));
    for (const row of await api.rows(
      ['countMembers', 'averageTotalAssetsOwned'],
      ['Member.addressState', 'Member.gender'],
      quarter,
      quarter,
    ))
      // New South Wales and the Australian Capital Territory are printed together.
      if (row['Member.gender'] !== 'Unknown' && !['NSW', 'ACT', 'Unknown'].includes(String(row['Member.addressState'])))
        add(
          'Gender and average balance state map',
          ...texts(row, { countMembers: number, averageTotalAssetsOwned: dollars }),
        );
    const targets = (await ask(`/api/calculationVariables/asfaTargets?on=${lastDay(quarter)}`)) as AsfaTargetsAnswer;
    const born = await api.by('Member.birthGroup', ['countMembers', 'averageTotalAssetsOwned'], quarter);
    for (const { birthGroup, target } of targets.groups) {
      const row = born.get(birthGroup);
      const average = of(row, 'averageTotalAssetsOwned');
      add('ASFA balance', thousands(target), ...texts(row, { countMembers: number, averageTotalAssetsOwned: dollars }));
      if (average !== null) add('ASFA balance', `${number(Math.round((100 * average) / target))}%`);
    }
  }

  const { months: ranked } = (await ask(`/api/plans/${about.planId}/ranking`)) as PlanRanking;
  const ranks = ranked.findLast(({ month }) => month <= end.slice(0, 7));
  if (ranks?.sum != null) {
    add('Plan ranking', number(ranks.sum));
    for (const { rank, share: of100 } of [ranks.loggedIn, ranks.adequateRetirementStandard, ranks.nominatedBeneficiary])
      add('Plan ranking', ...(rank === null ? [] : [number(rank)]), ...(of100 === null ? [] : [share(of100)]));
  }
  return found;
}

const newestOf = (rows: readonly Row[]): Row | undefined => rows.at(-1);

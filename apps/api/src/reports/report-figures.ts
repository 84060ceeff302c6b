import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import type { Figures } from '@superscope/contracts/analytics/figures-answer';
import type { AnalyticsFilter, AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { AsfaTargetsAnswer } from '@superscope/contracts/asfa-targets';
import type { CalculationVariables } from '@superscope/contracts/calculation-variables';
import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import { canonicalJson } from '@superscope/contracts/canonical-json';
import type { KeptFigure } from '@superscope/contracts/kept-figures';
import type { Plan } from '@superscope/contracts/plan';
import type { PlanActions } from '@superscope/contracts/plan-actions';
import type { PlanRanking, RankedMonth } from '@superscope/contracts/plan-ranking';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { monthEnd } from '@superscope/domain/calendar-dates';
import { findMember } from '../analytics/model/catalogue.js';
import { planColumn } from '../plans/plans-queries.js';
import { areaWords, figureWords, isSaidAnyway, narrowedWords, segmentWords } from './report-words.js';

/** One figure of a report. */
export interface ReportFigure {
  /** The same figure of another answer to the same question has the same key. */
  key: string;
  name: string;
  /** yyyy-MM; null for figures of no month. */
  month: string | null;
  /** As people read it. */
  text: string;
  /** Equal for equal figures; finer than the text. */
  value: string;
  /** `rank`: among other plans, so that it is known from the report only. `ownShare`: this plan's, by which it is ranked. */
  of: 'figure' | 'rank' | 'ownShare';
  /** Whether the same question may have another answer today though nothing was corrected, such as the newest closed month. */
  isOfItsDay: boolean;
  /** The name of the campaign that it is about; null for other figures. */
  campaign: string | null;
  /** yyyy-MM-dd on which that campaign ran; null for other figures. */
  ranOn: string | null;
}

/** A cell as the client keeps it of campaigns. */
export interface CampaignCell {
  value: number | null;
  withheld: '<11' | 'np' | null;
  about: 'least' | 'tens' | null;
}
type CampaignMeasure = 'recipients' | 'opened' | 'clicked' | 'openedPercent' | 'clickedPercent';
export interface KeptCampaign extends Record<CampaignMeasure, CampaignCell> {
  id: string;
  name: string;
  /** yyyy-MM-dd */
  date: string;
}
const campaignMeasures: Readonly<Record<CampaignMeasure, string>> = {
  recipients: 'recipients',
  opened: 'opened',
  clicked: 'clicked',
  openedPercent: 'opened, percent',
  clickedPercent: 'clicked, percent',
};

const date = (day: string): string => day.slice(0, 10).split('-').reverse().join('/');
const number = (value: number, digits = 2): string => value.toLocaleString('en-AU', { maximumFractionDigits: digits });
const dollars = (value: number): string =>
  `${value < 0 ? '−' : ''}$${number(Math.abs(value), Math.abs(value) < 1000 ? 2 : 0)}`;
const none = 'no figure';
const withheldTexts = { '<11': '<11', np: 'not published' } as const;

type Format = 'currency' | 'percent' | 'number' | undefined;
function textOf({ value, withheld, about }: CampaignCell, format: Format): string {
  if (withheld !== null) return withheldTexts[withheld];
  if (value === null) return none;
  const text = format === 'currency' ? dollars(value) : format === 'percent' ? `${number(value, 1)}%` : number(value);
  return about === 'least' ? `${text} or more` : about === 'tens' ? `about ${text}` : text;
}
const valueOf = ({ value, withheld, about }: CampaignCell): string => JSON.stringify([value, withheld, about]);

/** What a question is narrowed to, beside its plan. */
const narrowedTo = ({ filters = [], segments = [] }: AnalyticsQuery): string[] => {
  const values = (filter: AnalyticsFilter): string[] =>
    'member' in filter
      ? isSaidAnyway(filter.member)
        ? []
        : (filter.values ?? []).map((value) => narrowedWords({ member: filter.member, value }))
      : ('and' in filter ? filter.and : filter.or).flatMap(values);
  return [...segments.map(segmentWords), ...filters.flatMap(values)];
};

/** The figures of an answer of the query service. */
function figuresOfLoad(
  query: AnalyticsQuery,
  { data, suppressed = [], rounded = [], figuresOf }: Figures,
): ReportFigure[] {
  const { measures = [], dimensions = [], timeDimensions: [time] = [] } = query;
  const marks = new Map<string, Partial<CampaignCell>>();
  for (const { row, members, because, least } of suppressed)
    for (const member of members)
      marks.set(
        `${row} ${member}`,
        because === 'least' && least !== undefined
          ? { value: least, about: 'least' }
          : { value: null, withheld: because === '<11' ? '<11' : 'np' },
      );
  for (const { row, members } of rounded)
    for (const member of members) marks.set(`${row} ${member}`, { about: 'tens' });
  const asked = canonicalJson(query);
  const narrowed = narrowedTo(query);
  const end = Array.isArray(time?.dateRange) ? String(time.dateRange[1]) : null;
  const timeOf = (row: AnalyticsRow): string | null => {
    if (time?.granularity === undefined) return null;
    const found = row[`${time.dimension}.${time.granularity}`] ?? row[time.dimension];
    return found == null ? null : String(found);
  };
  return data.flatMap((row, at) => {
    const own = dimensions.filter((name) => name !== planColumn);
    const groups = own.map((name) => String(row[name]));
    const named = own.map((member) => ({ member, value: row[member] }));
    const when = timeOf(row);
    const month = (when ?? figuresOf ?? end)?.slice(0, 7) ?? null;
    return measures.map((member): ReportFigure => {
      const given = row[member] ?? null;
      const mark = marks.get(`${at} ${member}`);
      const cell: CampaignCell = { value: given === null ? null : Number(given), withheld: null, about: null, ...mark };
      const measure = findMember(member);
      const parts = [...figureWords(member, named, narrowed), ...(month === null ? [] : [date(monthEnd(month))])];
      return {
        key: canonicalJson([asked, groups, when, member]),
        name: parts.join(', '),
        month,
        text: textOf(cell, measure?.kind === 'measure' ? measure.format : undefined),
        value: valueOf(cell),
        of: 'figure',
        isOfItsDay: false,
        campaign: null,
        ranOn: null,
      };
    });
  });
}

const figuresOfCampaigns = (campaigns: readonly KeptCampaign[]): ReportFigure[] =>
  campaigns.flatMap((campaign) =>
    (Object.keys(campaignMeasures) as CampaignMeasure[]).map((name): ReportFigure => ({
      key: `campaigns ${campaign.id} ${name}`,
      name: `${campaign.name} of ${date(campaign.date)}, ${campaignMeasures[name]}`,
      month: null,
      text: textOf(campaign[name], name.endsWith('Percent') ? 'percent' : 'number'),
      value: valueOf(campaign[name]),
      of: 'figure',
      isOfItsDay: false,
      campaign: campaign.name,
      ranOn: campaign.date,
    })),
  );

const cellOf = ({ value, because, least, rounded }: PublishedFigure): CampaignCell => {
  if (because === 'least' && least !== undefined) return { value: least, withheld: null, about: 'least' };
  if (because !== null) return { value: null, withheld: because === '<11' ? '<11' : 'np', about: null };
  return { value, withheld: null, about: rounded === true ? 'tens' : null };
};

/** A figure of an answer that marks each figure by itself. */
const published = (
  key: string,
  of: PublishedFigure,
  { format, ...rest }: Pick<ReportFigure, 'name' | 'month' | 'isOfItsDay' | 'campaign' | 'ranOn'> & { format: Format },
): ReportFigure => ({ key, text: textOf(cellOf(of), format), value: valueOf(cellOf(of)), of: 'figure', ...rest });

const figuresOfActions = ({ month, actions }: PlanActions): ReportFigure[] =>
  actions.flatMap(({ key, label, members, share, change, didBefore, likelyChange }) => {
    const figure = (name: string, of: PublishedFigure, format: Format) =>
      published(`planActions ${month ?? ''} ${key} ${name}`, of, {
        name: `${label}, ${name}${month === null ? '' : `, ${date(monthEnd(month))}`}`,
        month,
        format,
        isOfItsDay: false,
        campaign: null,
        ranOn: null,
      });
    return [
      figure('members concerned', members, 'number'),
      figure('share of members', share, 'percent'),
      figure('change of the score if all do it', change, 'number'),
      figure('did it after past campaigns', didBefore, 'percent'),
      figure('change of the score if as many do it again', likelyChange, 'number'),
    ];
  });

const figuresOfEffect = ({ campaignId, name: campaign, runDate, recipients, others, points }: CampaignEffect) => {
  const figure = (name: string, of: PublishedFigure, format: Format) =>
    published(`campaignEffect ${campaignId} ${name}`, of, {
      name: `${campaign} of ${date(runDate)}, ${name}`,
      month: null,
      format,
      // It is said once the months after the campaign are complete.
      isOfItsDay: true,
      campaign,
      ranOn: runDate,
    });
  return [
    figure('share of recipients who acted', recipients.share, 'percent'),
    figure('share of others who acted', others.share, 'percent'),
    figure('difference in percentage points', points, 'number'),
  ];
};

interface Said {
  name: string;
  value: number | string | null;
  month?: string | null;
  format?: (value: number) => string;
  of?: ReportFigure['of'];
  isOfItsDay?: boolean;
}
/** A figure of an endpoint of its own. `question` tells equal names of different questions apart. */
const said = (
  question: string,
  { name, value, month = null, format = number, of = 'figure', isOfItsDay = false }: Said,
): ReportFigure => ({
  key: `${question} ${name}`,
  name,
  month,
  text: value === null ? none : typeof value === 'number' ? format(value) : value,
  value: JSON.stringify(value),
  of,
  isOfItsDay,
  campaign: null,
  ranOn: null,
});
const percent = (value: number): string => `${number(value, 1)}%`;

const rankedNames = {
  loggedIn: 'signed in',
  adequateRetirementStandard: 'adequate retirement income',
  nominatedBeneficiary: 'beneficiary nominated',
} as const;
type OwnShares = {
  planId: string;
  months: { month: string; shares: Record<keyof typeof rankedNames, number | null> }[];
};

const figuresOfRanking = ({ months }: PlanRanking): ReportFigure[] =>
  months.flatMap((ranked: RankedMonth) => {
    const { month } = ranked;
    const on = date(monthEnd(month));
    const rank = (name: string, value: number | string | null) =>
      said('planRanking', { name: `Plan ranking, ${name}, ${on}`, value, month, of: 'rank' });
    return [
      ...(Object.keys(rankedNames) as (keyof typeof rankedNames)[]).flatMap((name) => [
        shareFigure(name, month, ranked[name].share),
        rank(`rank by share ${rankedNames[name]}`, ranked[name].rank),
      ]),
      rank('sum of ranks', ranked.sum),
      rank('quartile', ranked.quartile),
    ];
  });

const shareFigure = (name: keyof typeof rankedNames, month: string, value: number | null): ReportFigure =>
  said('planRanking', {
    name: `Share ${rankedNames[name]}, ${date(monthEnd(month))}`,
    value,
    month,
    format: percent,
    of: 'ownShare',
  });

/** The plan's shares by which it is ranked, as they are asked again. */
export const figuresOfOwnShares = ({ months }: OwnShares): ReportFigure[] =>
  months.flatMap(({ month, shares }) =>
    (Object.keys(rankedNames) as (keyof typeof rankedNames)[]).map((name) => shareFigure(name, month, shares[name])),
  );

const figuresOfScore = ({ month, score, members, areas }: PlanSuperScore): ReportFigure[] => {
  const of = { month, isOfItsDay: true };
  return [
    said('planSuperScore', { name: 'SuperScore', value: score, ...of }),
    said('planSuperScore', { name: 'Members of the SuperScore', value: members, ...of }),
    ...Object.entries(areas).map(([name, value]) =>
      said('planSuperScore', { name: `SuperScore, ${areaWords(name)}`, value, ...of }),
    ),
  ];
};

/** Every figure of an answer that a report keeps. */
export function figuresIn({ question: { name, of }, answer }: KeptFigure): ReportFigure[] {
  if (answer === null) return [];
  switch (name) {
    case 'load':
      return figuresOfLoad((of as { query: AnalyticsQuery }).query, answer as Figures);
    case 'campaigns':
      return figuresOfCampaigns(answer as KeptCampaign[]);
    case 'planActions':
      return figuresOfActions(answer as PlanActions);
    case 'campaignEffect':
      return figuresOfEffect(answer as CampaignEffect);
    case 'planRanking':
      return figuresOfRanking(answer as PlanRanking);
    case 'planSuperScore':
      return figuresOfScore(answer as PlanSuperScore);
    case 'plan': {
      const { firstMonth, closedMonth } = answer as Plan;
      return [
        said('plan', { name: 'First month', value: firstMonth, isOfItsDay: true }),
        said('plan', { name: 'Newest closed month', value: closedMonth, isOfItsDay: true }),
      ];
    }
    case 'calculationVariables': {
      const { concessionalCap, asfaRetirement } = answer as CalculationVariables;
      const of = { format: dollars, isOfItsDay: true };
      return [
        said(name, { name: 'Concessional cap', value: concessionalCap, ...of }),
        said(name, { name: 'ASFA modest budget', value: asfaRetirement.modestSingleYearTotal, ...of }),
        said(name, { name: 'ASFA comfortable budget', value: asfaRetirement.comfortableSingleYearTotal, ...of }),
      ];
    }
    case 'asfaTargets':
      return (answer as AsfaTargetsAnswer).groups.map(({ birthGroup, target }) =>
        said(`asfaTargets ${String(of)}`, {
          name: `ASFA target, born ${birthGroup}, on ${date(String(of))}`,
          value: target,
          format: dollars,
        }),
      );
    default:
      return [];
  }
}

/** The figures of a report that differ from those of another answer to its questions, with both texts. */
export function differences(
  printed: readonly ReportFigure[],
  asked: readonly ReportFigure[],
): { figure: ReportFigure; text: string }[] {
  const byKey = new Map(asked.map((figure) => [figure.key, figure]));
  const seen = new Set<string>();
  return printed.flatMap((figure) => {
    const other = byKey.get(figure.key);
    if (other?.value === figure.value) return [];
    const text = other?.text ?? none;
    // Several questions of a report may ask for the same figure.
    const line = `${figure.name} ${figure.text} ${text}`;
    if (seen.has(line)) return [];
    seen.add(line);
    return [{ figure, text }];
  });
}

/**
 * The figures of another answer to a report's questions of which the report has none, such as a campaign that was recorded late or a group
 * that had nobody in it. Of what came after the report's end (yyyy-MM-dd) it could not tell.
 */
export function added(
  printed: readonly ReportFigure[],
  asked: readonly ReportFigure[],
  end: string,
): { figure: ReportFigure; text: string }[] {
  const keys = new Set(printed.map(({ key }) => key));
  const names = new Set<string>();
  return asked.flatMap((figure) => {
    const { key, name, of, isOfItsDay, month, ranOn, text } = figure;
    const isLater = (month !== null && month > end.slice(0, 7)) || (ranOn !== null && ranOn > end);
    if (keys.has(key) || of !== 'figure' || isOfItsDay || isLater || text === none || names.has(name)) return [];
    names.add(name);
    return [{ figure: { ...figure, text: none }, text }];
  });
}

import type { ClickHouseClient } from '@clickhouse/client';
import { gainLabel } from '@superscope/api/analytics/actions/action-answer';
import { placesOf } from '@superscope/api/analytics/actions/concerned-facts';
import {
  actionMetric,
  aimMetrics,
  metricContext,
  type AimMetric,
} from '@superscope/api/analytics/campaign-members/aim-metrics';
import { beforeLabel, didLabel } from '@superscope/api/analytics/campaign-members/published-acted';
import { apart, flowLabel } from '@superscope/api/analytics/employer/sources/movement';
import { categories, periodFlags } from '@superscope/api/analytics/model/secret-columns';
import { lookBacks } from '@superscope/contracts/analytics/look-back';
import { gainColumns } from '@superscope/contracts/read-models/gain-columns';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { knownGain } from '@superscope/domain/publishing/expected-change';
import { actionKeys } from '@superscope/domain/scoring/actions';
import { columnPlaces, columns, labelTruths, valuesOf, type Truth } from './label-truths.js';
import { pairsAmong, type Pair } from './twin-pairs.js';

/** The newest month that is compared, a quarter end. */
const newest = '2026-09';
/** Few members ask for contact in one quarter, so the quarter ends of a year are pooled. */
const quarterEnds = [0, -3, -6, -9].map((months) => shiftMonth(newest, months));
/** A campaign's effect compares the month before it with the third month after it. */
const beforeCampaign = shiftMonth(newest, -4);
const before = (quarters: number): string => shiftMonth(newest, -3 * quarters);

export const lastMonth = newest;
export const comparedMonths = [...new Set([...quarterEnds, beforeCampaign, ...apart.map(before)])];

const isIn = (months: readonly string[]): string => `month IN (${months.map((month) => `'${month}-01'`).join(', ')})`;
const wasIn = (month: string): string => `member_id IN (SELECT member_id FROM member_edition WHERE ${isIn([month])})`;

/** Two months, as conditions on the rows of the members who are in both. */
const stayedFrom = (month: string) => ({
  then: `${isIn([month])} AND ${wasIn(newest)}`,
  now: `${isIn([newest])} AND ${wasIn(month)}`,
});

/**
 * The boundaries of one category that follow each other, and the look-backs of one date, which contain each other. Between neighbours a
 * twin is less of a problem: that they are one category, and so correlate, is part of what they say.
 */
const neighbours: ReadonlySet<string> = new Set([
  ...columns.flatMap(({ column, lookBack }) =>
    column.noise({ lookBack }).flatMap((terms) => (terms.length === 2 ? [idOf(terms[0]!.label, terms[1]!.label)] : [])),
  ),
  ...Object.values(periodFlags).flatMap(({ noise }) => {
    const [one, three, twelve] = lookBacks.map((lookBack) => noise({ lookBack })[0]![0]!.label) as [
      string,
      string,
      string,
    ];
    return [idOf(one, three), idOf(three, twelve), idOf(one, twelve)];
  }),
]);

function idOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

const areNeighbours = (a: string, b: string): boolean => neighbours.has(idOf(a, b));

const metrics: readonly AimMetric[] = [
  ...new Map(
    [...Object.values(aimMetrics), ...actionKeys.map((key) => actionMetric(key, ''))].map((each) => [each.name, each]),
  ).values(),
];

/**
 * The correlations of the catalogue's facts over the closed months of demo data. Facts of the catalogue are compared with each other,
 * with what an action gains, with what members did since a campaign, and with their moves between bands. What was true of members before a
 * campaign is published of its recipients only, so it is compared with what they did since.
 */
export async function pairsInDemo(client: ClickHouseClient): Promise<{ labels: ReadonlySet<string>; pairs: Pair[] }> {
  const labels = new Set<string>();
  const pairs: Pair[] = [];
  const compare = (own: ReadonlyMap<string, Truth>, others: ReadonlyMap<string, Truth> = new Map()) => {
    for (const label of own.keys()) labels.add(label);
    pairs.push(...pairsAmong(own, others, areNeighbours));
  };
  const all = isIn(quarterEnds);
  compare(new Map([...(await labelTruths(client, all)), ...(await knownGains(client, all))]));
  const stayed = stayedFrom(beforeCampaign);
  const facts = await labelTruths(client, stayed.now);
  const { concerned, acted } = await campaignTruths(client, stayed);
  compare(acted, facts);
  compare(concerned, acted);
  for (const quarters of apart) {
    const since = stayedFrom(before(quarters));
    compare(await flowTruths(client, quarters, since), await labelTruths(client, since.now));
  }
  return { labels, pairs };
}

async function knownGains(client: ClickHouseClient, where: string): Promise<Map<string, Truth>> {
  const known = await valuesOf(
    client,
    actionKeys.map((key) => `toUInt8(${gainColumns[key]} IS NOT NULL)`),
    where,
  );
  return new Map(actionKeys.map((key, i) => [knownGain(gainLabel(key)), known[i]!.map((each) => each === 1)]));
}

async function campaignTruths(client: ClickHouseClient, { then, now }: ReturnType<typeof stayedFrom>) {
  const drawn = metrics.map(({ fact: { column } }) => ({ column, ...metricContext }));
  const [was, is] = await Promise.all([columnPlaces(client, drawn, then), columnPlaces(client, drawn, now)]);
  const concerned = new Map<string, Truth>();
  const acted = new Map<string, Truth>();
  for (const [i, metric] of metrics.entries()) {
    const places = placesOf(metric.fact);
    const { column } = metric.fact;
    const neither = column.hasUnknown ? [...places, column.values.length - 1] : places;
    const isConcerned = was[i]!.map((place) => places.includes(place));
    concerned.set(beforeLabel(metric), isConcerned);
    acted.set(
      didLabel(metric),
      isConcerned.map((each, at) => each && !neither.includes(is[i]![at]!)),
    );
  }
  return { concerned, acted };
}

async function flowTruths(client: ClickHouseClient, quarters: number, { then, now }: ReturnType<typeof stayedFrom>) {
  const drawn = [{ column: categories.scoreBand, lookBack: 12 }] as const;
  const [[was = []], [is = []]] = await Promise.all([
    columnPlaces(client, drawn, then),
    columnPlaces(client, drawn, now),
  ]);
  const bands = categories.scoreBand.values;
  return new Map(
    bands.flatMap((_, from) =>
      bands.map((__, to): [string, Truth] => [
        flowLabel(quarters, from, to),
        was.map((place, at) => place === from && is[at] === to),
      ]),
    ),
  );
}

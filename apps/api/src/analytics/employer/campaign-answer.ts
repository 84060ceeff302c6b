import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { Meter } from '@superscope/domain/publishing/cell';
import { percent, ratio, sumOf, type Part } from '@superscope/domain/publishing/combine';
import { flag, headcount, notAboutMembers, type PublishedCount } from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { keyValues } from '../answer/shape-answer.js';
import { bucketOf } from '../compile/bucket.js';
import { dimensionOf } from '../model/catalogue.js';
import { wholePlan } from './cells.js';
import type { EditionCalendar } from './editions.js';
import type { PublishedRow, RowFigure } from './published-answer.js';
import type { CampaignRun } from './campaign-statement.js';

/** A run with its published figures. */
interface PublishedRun {
  run: CampaignRun;
  members: Published;
  recipients: PublishedCount;
  opened: PublishedCount;
  clicked: PublishedCount;
}

const unpublished: PublishedCount = { count: withheld('np'), share: withheld('np') };

/**
 * Publishes how many members of the run's month received the message, opened it (clicking included) and clicked, as recorded by the plan's
 * newest edition. The three sets contain each other, so their noise labels belong to one series. Nothing is published for a month that is
 * not closed.
 */
function published(run: CampaignRun, calendar: EditionCalendar, secret: PublishingSecret, meter: Meter): PublishedRun {
  const of = calendar.of(run.planId, run.runDate.slice(0, 7));
  const newest = calendar.newestOf(run.planId);
  if (!of || !newest)
    return { run, members: withheld('np'), recipients: unpublished, opened: unpublished, clicked: unpublished };
  const { month, edition } = newest;
  const cell = wholePlan({ ...of, month, edition }, secret, meter);
  const members = headcount(cell);
  const reached = (step: number, k: number) => flag(cell, members, `campaign:${run.campaignId}<=${step}`, k);
  return {
    run,
    members,
    clicked: reached(1, run.clicked),
    opened: reached(2, run.opened),
    recipients: reached(3, run.recipients),
  };
}

const stepName = 'Campaign.step';
const steps = ['Open Email', 'Click Email'] as const;

/** The steps that remain after the filters. */
function stepsAsked(filters: readonly NormalizedFilterNode[]): readonly (typeof steps)[number][] {
  return filters.reduce<readonly (typeof steps)[number][]>(
    (left, filter) =>
      'member' in filter && filter.member === stepName ? left.filter((step) => filter.values!.includes(step)) : left,
    steps,
  );
}

/** Groups runs by the query's dimensions, and adds up their published figures. */
export function campaignRows(
  query: NormalizedQuery,
  measures: readonly string[],
  stepFilters: readonly NormalizedFilterNode[],
  runs: readonly CampaignRun[],
  calendar: EditionCalendar,
  secret: PublishingSecret,
  meter: Meter,
): PublishedRow[] {
  const groups = new Map<string, { keys: Record<string, AnalyticsValue>; runs: PublishedRun[]; step: string | null }>();
  const isByStep = query.dimensions.includes(stepName);
  const asked = stepsAsked(stepFilters);
  // If no step remains, no run is shown.
  const all = asked.length === 0 ? [] : runs.map((run) => published(run, calendar, secret, meter));
  for (const run of all)
    for (const step of isByStep ? asked : [null]) {
      const keys = keysOf(query, run.run, step);
      const id = JSON.stringify(keys);
      const group = groups.get(id) ?? { keys, runs: [], step: step ?? (asked.length === 1 ? asked[0]! : null) };
      groups.set(id, group);
      group.runs.push(run);
    }
  if (groups.size === 0 && query.dimensions.length === 0 && !query.timeDimensions.some((time) => time.granularity))
    groups.set('', { keys: {}, runs: [], step: null });
  return [...groups.values()].map(({ keys, runs: of, step }) => ({
    keys,
    figures: Object.fromEntries(measures.map((name) => [name, figureOf(name, of, step)])),
  }));
}

function keysOf(query: NormalizedQuery, run: CampaignRun, step: string | null): Record<string, AnalyticsValue> {
  const row: Record<string, AnalyticsValue> = {};
  for (const { dimension: name, granularity } of query.timeDimensions)
    if (granularity) keyValues({ dimension: dimensionOf(name), granularity }, bucketOf(run.runDate, granularity), row);
  const values: Record<string, AnalyticsValue> = {
    'Campaign.campaignId': run.campaignId,
    'Campaign.name': run.name,
    'Campaign.campaignType': run.campaignType,
    [stepName]: step,
  };
  for (const dimension of query.dimensions.map(dimensionOf))
    if (dimension.use === 'plan') row[dimension.name] = run.planId;
    else if (dimension.use === 'time') keyValues({ dimension }, run.runDate, row);
    else row[dimension.name] = values[dimension.name] ?? null;
  return row;
}

const takenIn = ({ opened, clicked }: PublishedRun, step: string | null): PublishedCount =>
  step === 'Click Email' ? clicked : opened;

/** The percentage of recipients, or of all members if the number of recipients is not published. */
const conversion = (run: PublishedRun, step: string | null): Published => {
  const taken = takenIn(run, step);
  return isFigure(run.recipients.count) ? ratio(taken.count, run.recipients.count, percent) : taken.share;
};

function figureOf(measure: string, runs: readonly PublishedRun[], step: string | null): RowFigure {
  const plain = (value: number): RowFigure => ({ value: notAboutMembers(value), margin: null, leftOut: [] });
  const added = (pick: (run: PublishedRun) => Published): RowFigure => {
    if (runs.length === 0) return plain(0);
    const parts = runs.map((each): Part => ({ name: each.run.name, value: pick(each), members: each.members }));
    return { ...sumOf(parts), margin: null };
  };
  switch (measure) {
    case 'Campaign.total':
      return plain(new Set(runs.map(({ run }) => `${run.campaignType} ${run.name}`)).size);
    case 'Campaign.runs':
      return plain(runs.length);
    case 'Campaign.recipients':
      return added(({ recipients }) => recipients.count);
    case 'Campaign.opened':
      return added(({ opened }) => opened.count);
    case 'Campaign.clicked':
      return added(({ clicked }) => clicked.count);
    case 'Campaign.conversions':
      return added((run) => takenIn(run, step).count);
    case 'Campaign.openedPercent':
      return ofRecipients(runs, 'Open Email', added);
    case 'Campaign.clickedPercent':
      return ofRecipients(runs, 'Click Email', added);
    default:
      return ofRecipients(runs, step, added);
  }
}

/** The percentage of the recipients who took a step. */
function ofRecipients(
  runs: readonly PublishedRun[],
  step: string | null,
  added: (pick: (run: PublishedRun) => Published) => RowFigure,
): RowFigure {
  if (runs.length === 1) return { value: conversion(runs[0]!, step), margin: null, leftOut: [] };
  const taken = added((run) => takenIn(run, step).count);
  const reached = added(({ recipients }) => recipients.count);
  // A run that lacks one of the two figures would count on one side only.
  if (taken.leftOut.join() !== reached.leftOut.join()) return { value: withheld('np'), margin: null, leftOut: [] };
  return { value: ratio(taken.value, reached.value, percent), margin: null, leftOut: taken.leftOut };
}

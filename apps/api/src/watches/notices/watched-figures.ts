import { Injectable } from '@nestjs/common';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { LoadResult } from '@superscope/contracts/analytics/answer';
import { watchedMetrics, type WatchedMetric } from '@superscope/contracts/watched-metrics';
import { monthEnd } from '@superscope/domain/calendar-dates';
import type { WatchedFigure } from '@superscope/domain/watch/watch';
import { AnalyticsService, type Asker } from '../../analytics/load/analytics-service.js';
import { readPublished } from '../../plans/published-rows.js';
import { shareMeasure } from '../../plans/plans-queries.js';

const monthDimension = 'MemberSnapshot.month';

/** Reads the published figures of one closed month of a plan. Every reader gets the employers' figures. */
@Injectable()
export class WatchedFigures {
  constructor(private readonly analytics: AnalyticsService) {}

  /** Figures by the keys of their metrics; null if a figure is withheld. */
  async read(
    planId: string,
    month: string,
    keys: ReadonlySet<string>,
    asker: Asker,
  ): Promise<ReadonlyMap<string, WatchedFigure | null>> {
    const metrics = watchedMetrics.filter(({ key }) => keys.has(key));
    const ask = async (query: AnalyticsQuery): Promise<LoadResult> => {
      const dateRange: [string, string] = [`${month}-01`, monthEnd(month)];
      const whole: AnalyticsQuery = {
        ...query,
        filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
        timeDimensions: [{ dimension: monthDimension, granularity: 'month', dateRange }],
      };
      return (await this.analytics.load(whole, asker, 'employer')).results[0]!;
    };
    const figures = new Map<string, WatchedFigure | null>();
    const measured = metrics.flatMap(({ key, figure, needsMargin = false }) =>
      'measure' in figure ? [{ key, measure: figure.measure, needsMargin }] : [],
    );
    if (measured.length > 0) {
      const [row] = readPublished(await ask({ measures: measured.map(({ measure }) => measure) }));
      for (const { key, measure, needsMargin } of measured) {
        const { value = null, margin = null } = row?.figure(measure) ?? {};
        figures.set(key, value === null ? null : { value, margin: needsMargin ? margin : null });
      }
    }
    for (const metric of metrics) {
      if ('measure' in metric.figure) continue;
      const value = shareOf(metric.figure, await ask(sharesOf(metric.figure)));
      figures.set(metric.key, value === null ? null : { value, margin: null });
    }
    return figures;
  }
}

type Share = Extract<WatchedMetric['figure'], { dimension: unknown }>;

const sharesOf = ({ dimension }: Share): AnalyticsQuery => ({ measures: [shareMeasure], dimensions: [dimension] });

/** Finds the share of a value, ignoring the rank with which category values begin: `4|None`. */
const shareOf = ({ dimension, value }: Share, answer: LoadResult): number | null =>
  readPublished(answer)
    .find(({ text }) => text(dimension)?.replace(/^\d+\|/, '') === value)
    ?.figure(shareMeasure).value ?? null;

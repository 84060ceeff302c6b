import type { Audience } from '@superscope/contracts/analytics/audience-header';
import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import { withinWords } from '@superscope/contracts/analytics/look-back';
import type { DimensionName } from '@superscope/contracts/analytics/names';
import { useCallback, useMemo } from 'react';
import { mapLoaded, type Loaded } from '../analytics/loaded';
import { COUNT, lookBackOfView, monthlyQuery, periodQuery, SHARE, type View } from '../analytics/figures-view';
import {
  cell,
  changeOf,
  isChangeWithheld,
  label,
  NO_CELL,
  type Cell,
  type Change,
  type Row,
} from '../analytics/result';
import { useFigures, type Answer, type Span } from '../analytics/use-figures';
import { useShownToday } from '../as-of/use-as-of';
import { isOfTheMonth, isRunning } from '../period/running-month';

/** How many members have a value, and their share of the members whose value is known. */
export interface Published {
  count: Cell;
  share: Cell;
}

/** True if both are withheld for the same reason, which then needs to be said only once. */
export const isWithheld = ({ count, share }: Published) => count.withheld !== null && count.withheld === share.withheld;

export interface ShareFigures extends Span {
  newest: Published;
  /** Month by month. */
  monthly: Published[];
  /** How many members the newest share leaves out, because the value of theirs is not known. */
  unknown: Cell;
  /** Of the share, in percentage points. */
  change: Change | null;
  /** There is a change, but one of its ends is not published. */
  changeWithheld: boolean;
  /** yyyy-MM of a newest month that has only a part of what happens in it, which is left out of the change; otherwise null. */
  partMonth: string | null;
}

const NOTHING: Published = { count: NO_CELL, share: NO_CELL };
const NOBODY: Published = { count: cell(0), share: cell(0) };

/**
 * The figures of one value of a dimension, from the rows of one month or of a period. Published answers have a row for each value. Exact
 * answers have rows only for values that occur, so a missing row there means no members.
 */
export function publishedOf(rows: Row[], dimension: DimensionName, value: string, audience: Audience): Published {
  const row = rows.find((of) => label(of.text(dimension) ?? 'Unknown') === value);
  if (row) return { count: row.cell(COUNT), share: row.cell(SHARE) };
  return audience === 'staff' && rows.some((of) => ![null, 'Unknown'].includes(of.text(dimension))) ? NOBODY : NOTHING;
}

/** The members among some rows whose value is not known, if their number is published. */
export const unknownIn = (rows: readonly Row[], dimension: DimensionName): Cell =>
  rows.find((row) => [null, 'Unknown'].includes(row.text(dimension)))?.cell(COUNT) ?? NO_CELL;

/** The figures of one value of a dimension for every month of an answer. */
export const monthlyOf = ({ rows, months, of }: Answer, dimension: DimensionName, value: string): Published[] =>
  months.map((month) => {
    const ofMonth = rows.filter((row) => row.month === month);
    return publishedOf(ofMonth, dimension, value, of.audience);
  });

/** Memoises figures that are computed from an answer, because a chart is redrawn for each new object. */
export function useMade<T>(answer: Loaded<Answer>, make: (answer: Answer) => T): Loaded<T> {
  const { data } = answer;
  const made = useMemo(() => data && make(data), [data, make]);
  return mapLoaded(answer, () => made!);
}

/** The question of how many members have each value of a dimension, month by month. */
export const useShareQuery = (dimension: DimensionName) =>
  useCallback((asked: View) => monthlyQuery(asked, [COUNT, SHARE], [dimension]), [dimension]);

/** How many members have a value of a dimension at the end of every month of the period. */
export function useMonthlyShare(view: View, dimension: DimensionName, value: string): Loaded<ShareFigures> {
  const build = useShareQuery(dimension);
  const today = useShownToday();
  const make = useCallback(
    ({ rows, ...span }: Answer): ShareFigures => {
      const monthly = monthlyOf({ rows, ...span }, dimension, value);
      const last = span.months.at(-1);
      const partMonth = last !== undefined && isOfTheMonth(dimension) && isRunning(last, today) ? last : null;
      // A part of a month is not compared with whole ones.
      const compared = (partMonth === null ? monthly : monthly.slice(0, -1)).map(({ share }) => share);
      return {
        ...span,
        monthly,
        newest: monthly.at(-1) ?? NOTHING,
        unknown: unknownIn(
          rows.filter(({ month }) => month === span.months.at(-1)),
          dimension,
        ),
        change: changeOf(compared),
        changeWithheld: isChangeWithheld(compared),
        partMonth,
      };
    },
    [dimension, value, today],
  );
  return useMade(useFigures(view, build), make);
}

/** A yes/no property at the end of every month of the period. */
export const useMonthlyFlag = (view: View, flag: MemberFlag) => useMonthlyShare(view, `Member.${flag}`, 'Yes');

/** The window of a figure in words: 'within 12 months'. */
export const windowOf = ({ lookBack, of }: Pick<Span, 'lookBack' | 'of'>): string =>
  withinWords(lookBack ?? lookBackOfView(of));

/** The window of each figure of a monthly series in words. */
export const monthlyWindowOf = ({ lookBack }: Pick<Span, 'lookBack'>): string => withinWords(lookBack ?? 1);

/** Something that happened at least once within the look-back, such as a sign-in. It has no change: periods overlap. */
export function usePeriodFlag(view: View, flag: MemberFlag): Loaded<ShareFigures> {
  const dimension: DimensionName = `Member.${flag}`;
  const build = useCallback((asked: View) => periodQuery(asked, [COUNT, SHARE], [dimension]), [dimension]);
  const make = useCallback(
    ({ rows, ...span }: Answer): ShareFigures => {
      const newest = publishedOf(rows, dimension, 'Yes', span.of.audience);
      return {
        ...span,
        monthly: [],
        newest,
        unknown: unknownIn(rows, dimension),
        change: null,
        changeWithheld: false,
        partMonth: null,
      };
    },
    [dimension],
  );
  return useMade(useFigures(view, build), make);
}

import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { decimal, flag, id, instant, listOf, month, oneOf, orNull, record, text } from '../shape.js';

export const watchDirections = ['above', 'below'] as const;
export type WatchDirection = (typeof watchDirections)[number];

/** A watch of a plan: a metric that crosses a value, or, without a metric, each month that closes. */
export interface WatchTerms {
  planId: string;
  metric: string | null;
  direction: WatchDirection | null;
  /** In the metric's unit. */
  threshold: number | null;
}

/** The result of one watch in a closed month. */
export interface WatchFinding {
  watchId: string;
  /**
   * Whether the published figure is beyond the threshold; null where none is published or it is on no clear side, and for a watch without a
   * metric.
   */
  beyond: boolean | null;
  /** Whether the reader gets a mail. */
  told: boolean;
}

export const noticeOutcomes = ['sent', 'dropped', 'failed'] as const;
/**
 * `dropped`: the reader may not see the plan any more, or has no address. `failed`: no mail server accepted the mail
 * for days.
 */
export type NoticeOutcome = (typeof noticeOutcomes)[number];

export type WatchEvent =
  | DomainEvent<'WatchSet', WatchTerms & { userId: string; watchId: string }>
  | DomainEvent<'WatchRemoved', { userId: string; watchId: string }>
  /** A closed month (yyyy-MM) of a plan was compared with its watches. `noticeId` names the mail that is due; null if none is. */
  | DomainEvent<
      'WatchesEvaluated',
      {
        userId: string;
        planId: string;
        month: string;
        at: string;
        found: readonly WatchFinding[];
        noticeId: string | null;
      }
    >
  | DomainEvent<'WatchNoticeSettled', { userId: string; noticeId: string; outcome: NoticeOutcome }>;

export interface Watch extends WatchTerms {
  /**
   * The newest month that was compared with the watch; null before the first comparison, which only records whether the
   * figure is beyond the threshold.
   */
  month: string | null;
  beyond: boolean | null;
}

export interface WatchNotice {
  planId: string;
  month: string;
  /** When it came due: instant, UTC. */
  at: string;
  watchIds: readonly string[];
}

/** The watches of one reader, and the notices that are still to be mailed. */
export interface Watches {
  watches: Readonly<Record<string, Watch>>;
  due: Readonly<Record<string, WatchNotice>>;
}

/** Each watch costs a query at every month that closes. */
export const mostWatches = 50;

const finding = record<WatchFinding>({ watchId: id, beyond: orNull(flag), told: flag });

const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== key));

export const watchStream: StreamDefinition<Watches, WatchEvent> = {
  category: 'watch',
  initial: { watches: {}, due: {} },
  idOf: ({ userId }) => userId,
  shapes: {
    WatchSet: {
      userId: text,
      watchId: id,
      planId: text,
      metric: orNull(text),
      direction: orNull(oneOf(watchDirections)),
      threshold: orNull(decimal),
    },
    WatchRemoved: { userId: text, watchId: id },
    WatchesEvaluated: {
      userId: text,
      planId: text,
      month,
      at: instant,
      found: listOf(finding),
      noticeId: orNull(id),
    },
    WatchNoticeSettled: { userId: text, noticeId: id, outcome: oneOf(noticeOutcomes) },
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'WatchSet': {
        const { watchId, planId, metric, direction, threshold } = event.data;
        const set: Watch = { planId, metric, direction, threshold, month: null, beyond: null };
        return { ...state, watches: { ...state.watches, [watchId]: set } };
      }
      case 'WatchRemoved':
        return { ...state, watches: without(state.watches, event.data.watchId) };
      case 'WatchesEvaluated': {
        const { planId, month: evaluated, at, found, noticeId } = event.data;
        const watches = { ...state.watches };
        for (const { watchId, beyond } of found) {
          const watch = watches[watchId];
          // A figure that is withheld or on no clear side leaves the last one in place.
          if (watch) watches[watchId] = { ...watch, month: evaluated, beyond: beyond ?? watch.beyond };
        }
        const watchIds = found.filter(({ told }) => told).map(({ watchId }) => watchId);
        const due = noticeId === null ? {} : { [noticeId]: { planId, month: evaluated, at, watchIds } };
        return { watches, due: { ...state.due, ...due } };
      }
      case 'WatchNoticeSettled':
        return { ...state, due: without(state.due, event.data.noticeId) };
      default:
        return state;
    }
  },
};

type WatchDecision = Decision<Watches, WatchEvent>;

/** Sets a watch. Setting a watch that the reader already has writes nothing. */
export const setWatch =
  (userId: string, watchId: string, terms: WatchTerms): WatchDecision =>
  ({ watches }) => {
    const { planId, metric, direction, threshold } = terms;
    if ((metric === null) !== (direction === null) || (metric === null) !== (threshold === null))
      throw new RuleViolation(
        'invalid',
        'A watch of a metric needs a direction and a value; a watch of closing months has neither.',
      );
    const all = Object.values(watches);
    const same = (watch: Watch) =>
      watch.planId === planId &&
      watch.metric === metric &&
      watch.direction === direction &&
      watch.threshold === threshold;
    if (all.some(same)) return [];
    if (all.length >= mostWatches)
      throw new RuleViolation('conflict', `You have ${mostWatches} watches, which is the most.`);
    return [{ type: 'WatchSet', data: { userId, watchId, planId, metric, direction, threshold } }];
  };

export const removeWatch =
  (userId: string, watchId: string): WatchDecision =>
  ({ watches }) =>
    watches[watchId] === undefined ? [] : [{ type: 'WatchRemoved', data: { userId, watchId } }];

/** A published figure as watches see it. */
export interface WatchedFigure {
  value: number;
  /** Nearer to a threshold than this it is on no clear side of it; null where the published figure itself counts. */
  margin: number | null;
}

const isClear = ({ value, margin }: WatchedFigure, { threshold }: Pick<WatchTerms, 'threshold'>): boolean =>
  margin === null || Math.abs(value - threshold!) >= margin;

const isBeyond = (value: number, { direction, threshold }: Pick<WatchTerms, 'direction' | 'threshold'>): boolean =>
  direction === 'above' ? value > threshold! : value < threshold!;

export interface ClosedMonthFigures {
  planId: string;
  /** yyyy-MM */
  month: string;
  /** Published figures by metric; null where one is withheld. The whole is null for a reader who may not see the plan. */
  figures: ReadonlyMap<string, WatchedFigure | null> | null;
}

/** Whether a reader has watches of a plan that were not yet compared with a month. */
export const awaitsEvaluation = (watch: Watch, planId: string, month: string): boolean =>
  watch.planId === planId && (watch.month === null || watch.month < month);

/**
 * Compares a closed month with the watches of its plan, each once. A reader is notified when a figure has crossed the
 * threshold since it was last published or, for a watch without a metric, when a month closes. The first month of a
 * watch notifies nobody. `noticeId` and `at` belong to the notice that comes due.
 */
export const evaluateWatches =
  (
    userId: string,
    { planId, month: closed, figures }: ClosedMonthFigures,
    noticeId: string,
    at: string,
  ): WatchDecision =>
  ({ watches }) => {
    const found = Object.entries(watches)
      .filter(([, watch]) => awaitsEvaluation(watch, planId, closed))
      .map(([watchId, watch]): WatchFinding => {
        const figure = watch.metric === null ? null : (figures?.get(watch.metric) ?? null);
        const beyond = figure === null || !isClear(figure, watch) ? null : isBeyond(figure.value, watch);
        const crossed = watch.metric === null || (watch.beyond === false && beyond === true);
        return { watchId, beyond, told: figures !== null && watch.month !== null && crossed };
      });
    if (found.length === 0) return [];
    const tells = found.some(({ told }) => told);
    const data = { userId, planId, month: closed, at, found, noticeId: tells ? noticeId : null };
    return [{ type: 'WatchesEvaluated', data }];
  };

/** Records the outcome of a notice, once. */
export const settleNotice =
  (userId: string, noticeId: string, outcome: NoticeOutcome): WatchDecision =>
  ({ due }) =>
    due[noticeId] === undefined ? [] : [{ type: 'WatchNoticeSettled', data: { userId, noticeId, outcome } }];

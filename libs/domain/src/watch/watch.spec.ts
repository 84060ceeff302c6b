import { describe, it } from 'vitest';
import { given } from '../given.js';
import {
  evaluateWatches,
  mostWatches,
  removeWatch,
  setWatch,
  settleNotice,
  watchStream,
  type WatchEvent,
  type WatchFinding,
  type WatchTerms,
} from './watch.js';

const score: WatchTerms = { planId: 'T.P1', metric: 'superScore', direction: 'below', threshold: 3 };
const closing: WatchTerms = { planId: 'T.P1', metric: null, direction: null, threshold: null };
const set = (watchId: string, terms: WatchTerms = score): WatchEvent => ({
  type: 'WatchSet',
  data: { userId: 'u1', watchId, ...terms },
});
const at = '2026-11-08T00:00:00.000Z';
const evaluated = (month: string, found: WatchFinding[], noticeId: string | null = null): WatchEvent => ({
  type: 'WatchesEvaluated',
  data: { userId: 'u1', planId: 'T.P1', month, at, found, noticeId },
});
const finding = (watchId: string, beyond: boolean | null, told = false): WatchFinding => ({ watchId, beyond, told });
/** A month closes with this score; null means withheld. */
const closes = (month: string, value: number | null, margin: number | null = null) => {
  const figures = new Map([['superScore', value === null ? null : { value, margin }]]);
  return evaluateWatches('u1', { planId: 'T.P1', month, figures }, 'n1', at);
};

describe('a watch', () => {
  it('is set once and removed once', () => {
    given(watchStream)
      .when(setWatch('u1', 'w1', score))
      .then(set('w1'));
    given(watchStream, set('w1'))
      .when(setWatch('u1', 'w2', score))
      .then();
    given(watchStream, set('w1'))
      .when(setWatch('u1', 'w2', { ...score, threshold: 2.5 }))
      .then(set('w2', { ...score, threshold: 2.5 }));
    const removed: WatchEvent = { type: 'WatchRemoved', data: { userId: 'u1', watchId: 'w1' } };
    given(watchStream, set('w1')).when(removeWatch('u1', 'w1')).then(removed);
    given(watchStream, set('w1'), removed).when(removeWatch('u1', 'w1')).then();
  });

  it('of a metric has a direction and a value, and one of closing months has neither', () => {
    const why = 'A watch of a metric needs a direction and a value; a watch of closing months has neither.';
    given(watchStream)
      .when(setWatch('u1', 'w1', { ...score, threshold: null }))
      .thenRefuses('invalid', why);
    given(watchStream)
      .when(setWatch('u1', 'w1', { ...closing, direction: 'above' }))
      .thenRefuses('invalid', why);
  });

  it('is refused beyond a reader’s limit', () => {
    const many = Array.from({ length: mostWatches }, (_, i) => set(`w${i}`, { ...score, threshold: i / 10 }));
    given(watchStream, ...many)
      .when(setWatch('u1', 'more', closing))
      .thenRefuses('conflict', 'You have 50 watches, which is the most.');
  });
});

describe('a month that closes', () => {
  const before = [set('w1'), evaluated('2026-09', [finding('w1', false)])];

  it('gives no notice for the first month that a watch sees, which only sets its starting value', () => {
    given(watchStream, set('w1'))
      .when(closes('2026-10', 2.9))
      .then(evaluated('2026-10', [finding('w1', true)]));
    given(watchStream, set('w1', closing))
      .when(closes('2026-10', 2.9))
      .then(evaluated('2026-10', [finding('w1', null)]));
  });

  it('gives one notice for a figure that crosses the value, and another one after it has returned', () => {
    const told = evaluated('2026-10', [finding('w1', true, true)], 'n1');
    given(watchStream, ...before)
      .when(closes('2026-10', 2.9))
      .then(told);
    given(watchStream, ...before, told)
      .when(closes('2026-10', 2.9))
      .then();
    given(watchStream, ...before, told)
      .when(closes('2026-11', 2.8))
      .then(evaluated('2026-11', [finding('w1', true)]));
    const back = evaluated('2026-11', [finding('w1', false)]);
    given(watchStream, ...before, told, back)
      .when(closes('2026-12', 2.9))
      .then(evaluated('2026-12', [finding('w1', true, true)], 'n1'));
  });

  it('gives no notice for a figure that stays on its side, equals the value or is withheld', () => {
    for (const value of [3.2, 3])
      given(watchStream, ...before)
        .when(closes('2026-10', value))
        .then(evaluated('2026-10', [finding('w1', false)]));
    const withheld = evaluated('2026-10', [finding('w1', null)]);
    given(watchStream, ...before)
      .when(closes('2026-10', null))
      .then(withheld);
    // The last published figure still counts.
    given(watchStream, ...before, withheld)
      .when(closes('2026-11', 2.9))
      .then(evaluated('2026-11', [finding('w1', true, true)], 'n1'));
  });

  it('gives no notice for a figure nearer to the value than its margin, which leaves the last clear side in place', () => {
    const unclear = evaluated('2026-10', [finding('w1', null)]);
    for (const value of [2.95, 3.05])
      given(watchStream, ...before)
        .when(closes('2026-10', value, 0.1))
        .then(unclear);
    given(watchStream, ...before, unclear)
      .when(closes('2026-11', 2.9, 0.1))
      .then(evaluated('2026-11', [finding('w1', true, true)], 'n1'));
  });

  it('gives a notice of closing if that is watched, together with crossed figures', () => {
    const first = evaluated('2026-09', [finding('w1', false), finding('w2', null)]);
    given(watchStream, set('w1'), set('w2', closing), first)
      .when(closes('2026-10', 2.9))
      .then(evaluated('2026-10', [finding('w1', true, true), finding('w2', null, true)], 'n1'));
  });

  it('gives no notice to a reader who may no longer see the plan', () => {
    given(watchStream, ...before)
      .when(evaluateWatches('u1', { planId: 'T.P1', month: '2026-10', figures: null }, 'n1', at))
      .then(evaluated('2026-10', [finding('w1', null)]));
  });

  it('of another plan, or older than the newest seen month, changes nothing', () => {
    given(watchStream, ...before)
      .when(closes('2026-08', 2.9))
      .then();
    const other = { planId: 'T.P2', month: '2026-10', figures: new Map() };
    given(watchStream, ...before)
      .when(evaluateWatches('u1', other, 'n1', at))
      .then();
  });
});

describe('a notice', () => {
  it('is settled once', () => {
    const told = evaluated('2026-10', [finding('w1', true, true)], 'n1');
    const sent: WatchEvent = { type: 'WatchNoticeSettled', data: { userId: 'u1', noticeId: 'n1', outcome: 'sent' } };
    given(watchStream, set('w1'), told)
      .when(settleNotice('u1', 'n1', 'sent'))
      .then(sent);
    given(watchStream, set('w1'), told, sent)
      .when(settleNotice('u1', 'n1', 'failed'))
      .then();
  });
});

import { describe, expect, it } from 'vitest';
import type { Decision } from '../event.js';
import { given } from '../given.js';
import { RuleViolation } from '../rule-violation.js';
import { seededRandom } from '../seeded-random.fixture.js';
import { interrupted, mostAttempts, mostLost, waitAfter } from '../work/work.js';
import { report, reportStream, type ReportRequest, type ReportResult } from './report.js';

const asked: ReportRequest = { kind: 'pcmReport', planId: 'TWR.P1', companyId: null, terms: { period: 'months12' } };
const result: ReportResult = {
  planId: 'TWR.P1',
  kind: 'pcmReport',
  fileName: 'pcmreport.pdf',
  pdfSha256: 'ab',
  figuresSha256: null,
  start: null,
  end: null,
  code: null,
};
type Event = Parameters<typeof reportStream.evolve>[1];

const requested: Event = { type: 'ReportRequested', data: { ...asked, workId: 'w1', by: 'u1' } };
const attempt = (attemptId: string, number: number): Event => ({
  type: 'ReportAttemptStarted',
  data: { workId: 'w1', attemptId, attempt: number },
});
const failedFor = (attemptId: string, retryAt: string): Event => ({
  type: 'ReportRetryScheduled',
  data: { workId: 'w1', attemptId, reason: 'No answer.', retryAt },
});
const stopAsked: Event = { type: 'ReportStopRequested', data: { workId: 'w1', by: 'u1' } };
const stopped: Event = { type: 'ReportStopped', data: { workId: 'w1' } };
const drawn: Event = { type: 'ReportStepDone', data: { workId: 'w1', attemptId: 'a1', step: 'pdf', outcome: 'ab' } };
const made: Event = { type: 'ReportMade', data: { ...result, workId: 'w1' } };
const pinned = (keptUntil: string): Event => ({ type: 'ReportPinned', data: { workId: 'w1', by: 'u2', keptUntil } });
const at = '2026-11-25T10:00:00Z';
const later = '2026-11-25T10:01:00Z';

describe('a report', () => {
  it('is requested once', () => {
    given(reportStream)
      .when(report.request('w1', 'u1', asked))
      .then(requested);
    given(reportStream, requested)
      .when(report.request('w1', 'u2', asked))
      .then();
  });

  it('is made by an attempt, step by step, and each step is recorded once', () => {
    given(reportStream, requested).when(report.start('a1', at)).then(attempt('a1', 1));
    given(reportStream, requested, attempt('a1', 1))
      .when(report.finishStep('a1', 'pdf', 'ab'))
      .then(drawn);
    given(reportStream, requested, attempt('a1', 1), drawn)
      .when(report.finishStep('a1', 'pdf', 'cd'))
      .then();
    given(reportStream, requested, attempt('a1', 1), drawn).when(report.finish('a1', result)).then(made);
    given(reportStream, requested, attempt('a1', 1), drawn, made).when(report.start('a2', at)).then();
  });

  it('can be kept once it is made, and is never kept for less time than before', () => {
    const [seven, eight] = ['2033-11-25T10:00:00Z', '2034-11-25T10:00:00Z'];
    given(reportStream, requested, made).when(report.pin('u2', seven)).then(pinned(seven));
    given(reportStream, requested, made, pinned(eight)).when(report.pin('u2', seven)).then();
    given(reportStream, requested)
      .when(report.pin('u2', seven))
      .thenRefuses('conflict', 'Only what was made can be kept.');
  });

  it('is carried on by another worker if the first one is gone, which then may write nothing more', () => {
    given(reportStream, requested, attempt('a1', 1)).when(report.start('a2', at)).then(attempt('a2', 1));
    for (const decision of [
      report.finishStep('a1', 'pdf', 'ab'),
      report.finish('a1', result),
      report.failAttempt('a1', 'Late.', null),
      report.stopNow('a1'),
    ])
      given(reportStream, requested, attempt('a1', 1), attempt('a2', 1))
        .when(decision)
        .thenRefuses('conflict', 'Another worker carries on with this.');
  });

  it('is tried again when its time has come, and the third failure is final', () => {
    given(reportStream, requested, attempt('a1', 1))
      .when(report.failAttempt('a1', 'No answer.', later))
      .then(failedFor('a1', later));
    given(reportStream, requested, attempt('a1', 1), failedFor('a1', later)).when(report.start('a2', at)).then();
    given(reportStream, requested, attempt('a1', 1), failedFor('a1', later))
      .when(report.start('a2', later))
      .then(attempt('a2', 2));
    const twice = [attempt('a1', 1), failedFor('a1', at), attempt('a2', 2), failedFor('a2', at)];
    given(reportStream, requested, ...twice)
      .when(report.start('a3', at))
      .then(attempt('a3', 3));
    given(reportStream, requested, ...twice, attempt('a3', 3))
      .when(report.failAttempt('a3', 'No answer.', later))
      .then({ type: 'ReportFailed', data: { workId: 'w1', reason: 'No answer.' } });
  });

  it('fails at once for a reason that no later try can change', () => {
    given(reportStream, requested, attempt('a1', 1))
      .when(report.failAttempt('a1', 'This plan has no figures.', null))
      .then({ type: 'ReportFailed', data: { workId: 'w1', reason: 'This plan has no figures.' } });
  });

  describe('whose worker is lost', () => {
    const lost = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => attempt(`a${from + at}`, 1));

    it('fails with a reason once that happened ten times without a step', () => {
      given(reportStream, requested, ...lost(1, 9))
        .when(report.start('a10', at))
        .then(attempt('a10', 1));
      given(reportStream, requested, ...lost(1, mostLost))
        .when(report.start('a11', at))
        .then({ type: 'ReportFailed', data: { workId: 'w1', reason: interrupted } });
    });

    it('begins the count again with each step that was recorded since its attempt began', () => {
      given(reportStream, requested, ...lost(1, 10), drawn, ...lost(11, 19))
        .when(report.start('a20', at))
        .then(attempt('a20', 1));
      given(reportStream, requested, ...lost(1, 10), drawn, ...lost(11, 20))
        .when(report.start('a21', at))
        .then({ type: 'ReportFailed', data: { workId: 'w1', reason: interrupted } });
    });

    it('may fail three times all the same, however many workers it lost before', () => {
      const often = [...lost(1, 4), drawn, ...lost(5, 9)];
      given(reportStream, requested, ...often)
        .when(report.failAttempt('a9', 'No answer.', later))
        .then(failedFor('a9', later));
      given(reportStream, requested, ...often, failedFor('a9', at), attempt('b1', 2), failedFor('b1', at))
        .when(report.start('b2', at))
        .then(attempt('b2', 3));
    });

    it('is carried on if an earlier release counted the lost one as its third try', () => {
      const counted = [attempt('a1', 1), attempt('a2', 2), drawn, attempt('a3', 3)];
      given(reportStream, requested, ...counted)
        .when(report.start('a4', at))
        .then(attempt('a4', 1));
    });
  });

  it('that waits is stopped at once, and a running one between its steps', () => {
    given(reportStream, requested).when(report.stop('u1')).then(stopAsked, stopped);
    given(reportStream, requested, attempt('a1', 1), failedFor('a1', later))
      .when(report.stop('u1'))
      .then(stopAsked, stopped);
    given(reportStream, requested, attempt('a1', 1)).when(report.stop('u1')).then(stopAsked);
    given(reportStream, requested, attempt('a1', 1), stopAsked).when(report.stop('u1')).then();
    given(reportStream, requested, attempt('a1', 1), stopAsked).when(report.stopNow('a1')).then(stopped);
    given(reportStream, requested, attempt('a1', 1), stopAsked)
      .when(report.failAttempt('a1', 'No answer.', later))
      .then(stopped);
    given(reportStream, requested, attempt('a1', 1), stopAsked).when(report.start('a2', at)).then(stopped);
    given(reportStream, requested, attempt('a1', 1), drawn, made).when(report.stop('u1')).then();
  });

  it('that failed, was stopped or waits for a retry is tried again on request, with its steps kept and its failures forgotten', () => {
    const resumed: Event = { type: 'ReportResumed', data: { workId: 'w1', by: 'u2' } };
    const gone: Event = { type: 'ReportFailed', data: { workId: 'w1', reason: 'No answer.' } };
    given(reportStream, requested, attempt('a3', 3), gone).when(report.resume('u2')).then(resumed);
    given(reportStream, requested, stopAsked, stopped).when(report.resume('u2')).then(resumed);
    given(reportStream, requested, failedFor('a1', later)).when(report.resume('u2')).then(resumed);
    given(reportStream, requested, attempt('a3', 3), drawn, gone, resumed)
      .when(report.start('a4', at))
      .then(attempt('a4', 1));
    given(reportStream, requested, attempt('a3', 3), drawn, gone, resumed, attempt('a4', 1))
      .when(report.finishStep('a4', 'pdf', 'cd'))
      .then();
    for (const state of [[requested], [requested, attempt('a1', 1)], [requested, made]])
      given(reportStream, ...state)
        .when(report.resume('u2'))
        .then();
  });

  it('that nobody asked for does not exist', () => {
    for (const decision of [
      report.start('a1', at),
      report.stop('u1'),
      report.resume('u1'),
      report.finish('a1', result),
    ])
      given(reportStream).when(decision).thenRefuses('not-found', 'There is no such work.');
  });

  it('waits longer after each failure, and never equally long', () => {
    expect([1, 2].map((number) => waitAfter(number, 0))).toEqual([20_000, 80_000]);
    expect(waitAfter(1, 0.5)).toBe(25_000);
  });
});

describe('any order of workers, crashes, failures, stops and new tries', () => {
  const steps = ['figures', 'pdf', 'stored'];

  /** A worker that may be paused anywhere and wakes up with what it knew before. */
  interface Worker {
    attemptId: string;
    next: number;
  }

  function play(seed: number): { log: Event[]; refused: number } {
    const random = seededRandom(seed);
    const pick = (upTo: number) => Math.floor(random() * upTo);
    const log: Event[] = [requested];
    let refused = 0;
    let clock = Date.parse(at);
    const append = (decision: Decision<ReturnType<typeof reportStream.evolve>, Event>): number => {
      try {
        const events = decision(log.reduce(reportStream.evolve, reportStream.initial));
        log.push(...events);
        return events.length;
      } catch (error) {
        if (!(error instanceof RuleViolation)) throw error;
        refused += 1;
        return -1;
      }
    };
    let workers: Worker[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      clock += 10_000 * pick(8);
      const instant = new Date(clock).toISOString();
      const worker = workers[pick(workers.length + 1)];
      switch (pick(8)) {
        case 0: {
          // Its lease has lapsed, whether or not the worker of before is still there.
          const attemptId = `a${turn}`;
          if (append(report.start(attemptId, instant)) > 0 && log.at(-1)!.type === 'ReportAttemptStarted')
            workers.push({ attemptId, next: 0 });
          break;
        }
        case 1:
          append(report.failAttempt(worker?.attemptId ?? 'none', 'No answer.', new Date(clock + 20_000).toISOString()));
          break;
        case 2:
          workers = workers.filter((each) => each !== worker);
          break;
        case 3:
          if (pick(4) === 0) append(report.stop('u1'));
          break;
        case 4:
          if (pick(2) === 0) append(report.resume('u1'));
          break;
        default: {
          if (worker === undefined) break;
          const step = steps[worker.next];
          const written =
            step === undefined
              ? append(report.finish(worker.attemptId, result))
              : append(report.finishStep(worker.attemptId, step, worker.attemptId));
          if (written >= 0) worker.next += 1;
        }
      }
    }
    return { log, refused };
  }

  it('records each step at most once, ends at most once, and a report is made only after all of its steps', () => {
    let ended = 0;
    let refusals = 0;
    for (let seed = 1; seed <= 600; seed += 1) {
      const { log, refused } = play(seed);
      refusals += refused;
      const done = log.flatMap((event) => (event.type === 'ReportStepDone' ? [event.data.step] : []));
      expect(new Set(done).size, `seed ${seed}`).toBe(done.length);
      const madeAt = log.findIndex(({ type }) => type === 'ReportMade');
      if (madeAt === -1) continue;
      ended += 1;
      expect(madeAt, `seed ${seed}`).toBe(log.length - 1);
      expect([...done].sort(), `seed ${seed}`).toEqual([...steps].sort());
      const tries = log.slice(log.findLastIndex(({ type }) => type === 'ReportResumed') + 1);
      expect(tries.filter(({ type }) => type === 'ReportRetryScheduled').length).toBeLessThan(mostAttempts);
      // Three steps and two failures begin the count of lost workers again.
      const begun = tries.filter(({ type }) => type === 'ReportAttemptStarted').length;
      expect(begun).toBeLessThanOrEqual(mostLost * (steps.length + mostAttempts));
    }
    expect(ended).toBeGreaterThan(50);
    expect(refusals).toBeGreaterThan(50);
  });
});

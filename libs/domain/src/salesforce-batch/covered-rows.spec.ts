import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import type { WorkState } from '../work/work.js';
import {
  assertResumable,
  batchRegisterStream,
  coverRows,
  hasTurn,
  takeTurn,
  type BatchRegisterEvent,
} from './batch-register.js';
import { coveredBy, isUnsent, unsentOf, withCovered, type AskedOwner, type RowsCovered } from './covered-rows.js';

const all = { providerId: null, companyId: null };
const covered = (number: number, through: string, of: Partial<RowsCovered> = {}): RowsCovered => ({
  workId: `w${number}`,
  number,
  ...all,
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  isSent: true,
  objects: [['activities', through, true]],
  ...of,
});
const asked = (of: Partial<AskedOwner> = {}): AskedOwner => ({
  ...all,
  providerIds: ['LILLY', 'TALLOWOOD'],
  allProviderIds: ['LILLY', 'TALLOWOOD'],
  isConnected: true,
  ...of,
});
const ofLilly = { providerId: 'LILLY', providerIds: ['LILLY'] };
const known = (...batches: RowsCovered[]) => batches.reduce(withCovered, []);
const after = (coverings: ReturnType<typeof known>, of: Partial<AskedOwner> = {}) =>
  unsentOf(coverings, 'activities', asked(of)).after;

describe('the watermark of a provider and an object', () => {
  it('begins at 0, and is where the newest batch of everything unsent has ended', () => {
    expect(after([])).toBe(0n);
    expect(after(known(covered(1, '100'), covered(2, '300')))).toBe(300n);
    expect(unsentOf(known(covered(1, '100')), 'scores', asked()).after).toBe(0n);
  });

  it('of all providers is the lowest, and a batch of all raises each', () => {
    const coverings = known(covered(1, '100'), covered(2, '300', { providerId: 'LILLY' }));
    expect([after(coverings), after(coverings, ofLilly)]).toEqual([100n, 300n]);
    expect(unsentOf(coverings, 'activities', asked(ofLilly)).lowest).toBe(100n);
    // A provider that comes later was in the batch of all, and in no other.
    expect(after(coverings, { providerId: 'NEW', providerIds: ['NEW'] })).toBe(100n);
    expect(after(known(covered(1, '100', { providerId: 'LILLY' })))).toBe(0n);
  });

  it('is not raised by files once a Salesforce is connected, nor by one employer', () => {
    const inFiles = known(covered(1, '100', { isSent: false }));
    expect([after(inFiles), after(inFiles, { isConnected: false })]).toEqual([0n, 100n]);
    const ofEmployer = known(covered(1, '100', { companyId: 'E1' }));
    expect(after(ofEmployer)).toBe(0n);
    expect(after(ofEmployer, { ...ofLilly, companyId: 'E1' })).toBe(100n);
  });

  it('never goes back', () => {
    expect(after(known(covered(2, '300'), covered(3, '200')))).toBe(300n);
  });
});

describe('days that were exported while older changes were left', () => {
  const march = known(covered(1, '100'), covered(2, '300', { objects: [['activities', '300', false]] }));
  const unsent = unsentOf(march, 'activities', asked());

  it('are covered up to a position, and no others are', () => {
    expect(isUnsent(unsent, { position: 200n, day: '2026-03-15' })).toBe(false);
    expect(isUnsent(unsent, { position: 200n, day: '2026-04-01' })).toBe(true);
    expect(isUnsent(unsent, { position: 301n, day: '2026-03-15' })).toBe(true);
    expect(isUnsent(unsent, { position: 100n, day: '2026-04-01' })).toBe(false);
  });

  it('name the batch, as a watermark does for any day', () => {
    expect(coveredBy(march, asked(), { startDate: '2026-03-02', endDate: '2026-03-02' })).toBe(2);
    expect(coveredBy(march, asked(), { startDate: '2026-04-02', endDate: '2026-04-02' })).toBe(1);
    expect(coveredBy([], asked(), { startDate: '2026-03-02', endDate: '2026-03-02' })).toBeNull();
    const ofOther = known(covered(1, '100', { providerId: 'TALLOWOOD' }));
    expect(coveredBy(ofOther, asked(ofLilly), { startDate: '2026-03-02', endDate: '2026-03-02' })).toBeNull();
  });

  it('are forgotten once a watermark has passed them', () => {
    expect(withCovered(march, covered(3, '400'))).toHaveLength(1);
  });
});

describe('the turn of a batch', () => {
  const taken = (workId: string, of: { providerId: string | null } = all, ...ended: string[]): BatchRegisterEvent => ({
    type: 'SalesforceTurnTaken',
    data: { workId, companyId: null, providerId: of.providerId, ended },
  });
  const is = (state: WorkState | null) => () => state;
  const lilly = { providerId: 'LILLY', companyId: null };

  it('comes once no other batch of the same rows runs, also one that waits for another try', () => {
    given(batchRegisterStream)
      .when(takeTurn('w1', all, is('waiting')))
      .then(taken('w1'));
    for (const state of ['waiting', 'running', 'retrying', 'stopping'] as const) {
      given(batchRegisterStream, taken('w1'))
        .when(takeTurn('w2', lilly, is(state)))
        .then();
    }
    for (const state of ['done', 'failed', 'stopped', null] as const)
      given(batchRegisterStream, taken('w1'))
        .when(takeTurn('w2', lilly, is(state)))
        .then(taken('w2', lilly, 'w1'));
  });

  it('is not waited for by a batch of another provider', () => {
    given(batchRegisterStream, taken('w1', lilly))
      .when(takeTurn('w2', { providerId: 'TALLOWOOD', companyId: null }, is('running')))
      .then(taken('w2', { providerId: 'TALLOWOOD' }));
  });

  it('is kept by a batch that has it, and lost by one that has ended once another one takes it', () => {
    given(batchRegisterStream, taken('w1'))
      .when(takeTurn('w1', all, is('waiting')))
      .then();
    const register = [taken('w1'), taken('w2', lilly, 'w1')].reduce(
      batchRegisterStream.evolve,
      batchRegisterStream.initial,
    );
    expect([hasTurn(register, 'w1'), hasTurn(register, 'w2')]).toEqual([false, true]);
  });

  it('of another batch since keeps files of an earlier one from being sent', () => {
    const scope = { startDate: '2026-03-01', endDate: '2026-03-31', companyId: null, retryOf: null };
    const numbered = (workId: string, number: number, providerId: string | null): BatchRegisterEvent => ({
      type: 'SalesforceBatchNumbered',
      data: { ...scope, providerId, workId, number },
    });
    const events = [numbered('w1', 1, null), numbered('w2', 2, 'LILLY'), taken('w1'), taken('w2', lilly, 'w1')];
    const register = events.reduce(batchRegisterStream.evolve, batchRegisterStream.initial);
    expect(() => assertResumable(register, 'w1', { ...scope, providerId: null }, is('failed'))).toThrow(
      'Batch 2 has exported some of the same rows since. Start a new batch job instead.',
    );
    expect(() => assertResumable(register, 'w2', { ...scope, providerId: 'LILLY' }, is('failed'))).not.toThrow();
  });
});

describe('what a batch covers', () => {
  it('is recorded once', () => {
    const event: BatchRegisterEvent = { type: 'SalesforceRowsCovered', data: covered(1, '100') };
    given(batchRegisterStream)
      .when(coverRows(covered(1, '100')))
      .then(event);
    given(batchRegisterStream, event)
      .when(coverRows(covered(1, '100')))
      .then();
    given(batchRegisterStream)
      .when(coverRows(covered(1, '100', { objects: [] })))
      .then();
  });
});

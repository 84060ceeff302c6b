import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import type { WorkState } from '../work/work.js';
import {
  assertResumable,
  batchRegisterStream,
  numberBatch,
  removeBatches,
  type BatchRegisterEvent,
  type BatchScope,
} from './batch-register.js';
import { batchStatus, isBatchRunning, mayRetryBatch, salesforceBatch } from './salesforce-batch.js';
import {
  hasMetLock,
  isGone,
  receiptAfter,
  receiptCode,
  receiptOfErased,
  recordReceipts,
  salesforceReceiptsStream,
  type ReceiptChunk,
  type ReceiptRow,
} from './salesforce-receipts.js';

const november: BatchScope = {
  startDate: '2026-11-01',
  endDate: '2026-11-26',
  providerId: 'TALLOWOOD',
  companyId: null,
  retryOf: null,
};
const numbered = (workId: string, number: number, scope = november): BatchRegisterEvent => ({
  type: 'SalesforceBatchNumbered',
  data: { ...scope, workId, number },
});
const is = (state: WorkState) => () => state;

describe('the states of a batch', () => {
  it('are running while it starts, runs, waits for another try or is asked to stop', () => {
    const states: WorkState[] = ['waiting', 'running', 'retrying', 'stopping', 'done', 'failed', 'stopped'];
    expect(states.map(batchStatus)).toEqual([
      'STARTING',
      'STARTED',
      'STARTED',
      'STARTED',
      'COMPLETED',
      'FAILED',
      'STOPPED',
    ]);
    expect(states.filter((state) => isBatchRunning(batchStatus(state)))).toEqual(states.slice(0, 4));
  });

  it('allow a retry only of a complete job with failed rows', () => {
    expect(mayRetryBatch({ batchStatus: 'COMPLETED', jobStatus: 'JobComplete', failed: 37 })).toBe(true);
    expect(mayRetryBatch({ batchStatus: 'COMPLETED', jobStatus: 'JobComplete', failed: 0 })).toBe(false);
    expect(mayRetryBatch({ batchStatus: 'COMPLETED', jobStatus: 'Failed', failed: 37 })).toBe(false);
    expect(mayRetryBatch({ batchStatus: 'COMPLETED', jobStatus: null, failed: null })).toBe(false);
    expect(mayRetryBatch({ batchStatus: 'STARTED', jobStatus: 'JobComplete', failed: 37 })).toBe(false);
  });
});

describe('a request to stop a batch', () => {
  const request = {
    number: 1,
    startDate: '2026-11-01',
    endDate: '2026-11-26',
    providerId: null,
    companyId: null,
    forced: false,
    retryOf: null,
    filterSha256: null,
  };
  const requested = { type: 'SalesforceBatchRequested', data: { ...request, workId: 'w1', by: 'staff' } } as const;
  const begun = { type: 'SalesforceBatchAttemptStarted', data: { workId: 'w1', attemptId: 'a1', attempt: 1 } } as const;
  const sent = {
    type: 'SalesforceBatchStepDone',
    data: { workId: 'w1', attemptId: 'a1', step: 'job-plans-1-1', outcome: '7505g00000000001AAA' },
  } as const;
  const waits = {
    type: 'SalesforceBatchRetryScheduled',
    data: { workId: 'w1', attemptId: 'a1', reason: 'Salesforce is away.', retryAt: '2026-11-26T06:00:00.000Z' },
  } as const;
  const asked = { type: 'SalesforceBatchStopRequested', data: { workId: 'w1', by: 'admin' } } as const;

  it('stops one that has begun nothing at once', () => {
    given(salesforceBatch.stream, requested)
      .when(salesforceBatch.stop('admin'))
      .then(asked, { type: 'SalesforceBatchStopped', data: { workId: 'w1' } });
  });

  it('leaves one that waits for another try to a worker, who ends its job first', () => {
    given(salesforceBatch.stream, requested, begun, sent, waits).when(salesforceBatch.stop('admin')).then(asked);
  });
});

describe('a batch that failed for good', () => {
  const requested = {
    type: 'SalesforceBatchRequested',
    data: {
      number: 1,
      startDate: '2026-11-01',
      endDate: '2026-11-26',
      providerId: null,
      companyId: null,
      forced: false,
      retryOf: null,
      filterSha256: null,
      workId: 'w1',
      by: 'staff',
    },
  } as const;
  const begun = { type: 'SalesforceBatchAttemptStarted', data: { workId: 'w1', attemptId: 'a1', attempt: 1 } } as const;
  const reason = 'Salesforce ended the job of plans.';
  const failing = { type: 'SalesforceBatchFailing', data: { workId: 'w1', attemptId: 'a1', reason } } as const;
  const failed = { type: 'SalesforceBatchFailed', data: { workId: 'w1', reason } } as const;
  const later = '2026-11-26T06:00:00.000Z';

  it('says so before its job is ended, and counts as failed after it, for the same reason', () => {
    given(salesforceBatch.stream, requested, begun).when(salesforceBatch.failing('a1', reason)).then(failing);
    given(salesforceBatch.stream, requested, begun, failing)
      .when(salesforceBatch.failAttempt('a1', reason, null))
      .then(failed);
  });

  it('does no other step when its worker was lost before the job was ended', () => {
    given(salesforceBatch.stream, requested, begun, failing).when(salesforceBatch.start('a2', later)).then(failed);
  });

  it('can be tried again once it has failed', () => {
    const resumed = { type: 'SalesforceBatchResumed', data: { workId: 'w1', by: 'staff' } } as const;
    const again = {
      type: 'SalesforceBatchAttemptStarted',
      data: { workId: 'w1', attemptId: 'a2', attempt: 1 },
    } as const;
    given(salesforceBatch.stream, requested, begun, failing, failed)
      .when(salesforceBatch.resume('staff'))
      .then(resumed);
    given(salesforceBatch.stream, requested, begun, failing, failed, resumed)
      .when(salesforceBatch.start('a2', later))
      .then(again);
  });
});

describe('the register of batches', () => {
  it('numbers batches one after the other', () => {
    given(batchRegisterStream)
      .when(numberBatch('w1', november, null, is('done')))
      .then(numbered('w1', 1));
    const october = { ...november, startDate: '2026-10-01' };
    given(batchRegisterStream, numbered('w1', 1))
      .when(numberBatch('w2', october, null, is('done')))
      .then(numbered('w2', 2, october));
    given(batchRegisterStream, numbered('w1', 1))
      .when(numberBatch('w1', november, null, is('waiting')))
      .then();
  });

  it('refuses what another batch has exported', () => {
    given(batchRegisterStream, numbered('w1', 1))
      .when(numberBatch('w2', november, 1, is('done')))
      .thenRefuses('conflict', 'Batch 1 has exported these days already. Choose ‘Force new run’ to export them again.');
    given(batchRegisterStream, numbered('w1', 1))
      .when(numberBatch('w2', november, null, is('done')))
      .then(numbered('w2', 2));
  });

  it('carries on with a batch that is on the lists and the newest of its days', () => {
    const register = [numbered('w1', 1), numbered('w2', 2)].reduce(
      batchRegisterStream.evolve,
      batchRegisterStream.initial,
    );
    expect(() => assertResumable(register, 'w2', november, is('failed'))).not.toThrow();
    expect(() => assertResumable(register, 'w1', november, is('failed'))).toThrow('Batch 2 of the same days is newer.');
    // A batch that was only numbered, because its process ended, is in nobody's way.
    expect(() => assertResumable(register, 'w1', november, () => null)).not.toThrow();
    const removed = batchRegisterStream.evolve(register, {
      type: 'SalesforceBatchesRemoved',
      data: { workIds: ['w2'] },
    });
    expect(() => assertResumable(removed, 'w2', november, is('failed'))).toThrow('There is no such batch.');
  });

  it('takes the same days again after a batch that failed or was stopped', () => {
    for (const state of ['failed', 'stopped'] as const)
      given(batchRegisterStream, numbered('w1', 1))
        .when(numberBatch('w2', november, null, is(state)))
        .then(numbered('w2', 2));
  });

  it('runs no two of the same beside each other, even if forced', () => {
    for (const state of ['waiting', 'running', 'retrying', 'stopping'] as const)
      given(batchRegisterStream, numbered('w1', 1))
        .when(numberBatch('w2', november, null, is(state)))
        .thenRefuses('conflict', 'Batch 1 is doing this already. Wait for it, or stop it first.');
  });

  it('retries a batch again once a retry of it has ended', () => {
    const retry = { ...november, retryOf: 'w1' };
    given(batchRegisterStream, numbered('w1', 1), numbered('w2', 2, retry))
      .when(numberBatch('w3', retry, null, is('done')))
      .then(numbered('w3', 3, retry));
    given(batchRegisterStream, numbered('w1', 1), numbered('w2', 2, retry))
      .when(numberBatch('w3', retry, null, is('running')))
      .thenRefuses('conflict', 'Batch 2 is doing this already. Wait for it, or stop it first.');
  });

  it('takes batches off the lists once', () => {
    const removed: BatchRegisterEvent = { type: 'SalesforceBatchesRemoved', data: { workIds: ['w1'] } };
    given(batchRegisterStream, numbered('w1', 1))
      .when(removeBatches(['w1', 'w9']))
      .then(removed);
    given(batchRegisterStream, numbered('w1', 1), removed)
      .when(removeBatches(['w1']))
      .then();
  });
});

describe('receipts', () => {
  it('are recorded once', () => {
    const chunk: ReceiptChunk = {
      receiptsId: 'w1.contacts.upsert.1.0',
      batchId: 'w1',
      object: 'contacts',
      operation: 'upsert',
      part: 1,
      rows: [[2, 'm1', 'm1', 'TWR.E1', 'refused', 'DUPLICATE_VALUE', null]],
    };
    const received = { type: 'SalesforceRowsReceived', data: chunk } as const;
    given(salesforceReceiptsStream).when(recordReceipts(chunk)).then(received);
    given(salesforceReceiptsStream, received).when(recordReceipts(chunk)).then();
  });

  it('say after a second job that Salesforce has what the first one took', () => {
    const accepted: ReceiptRow = [2, 'm1', 'm1', 'TWR.E1', 'accepted', null, '003A'];
    const refused: ReceiptRow = [2, 'm1', 'm1', 'TWR.E1', 'refused', 'UNABLE_TO_LOCK_ROW', null];
    const unprocessed: ReceiptRow = [2, 'm1', 'm1', 'TWR.E1', 'unprocessed', null, null];
    expect(receiptAfter(accepted, refused)).toEqual(accepted);
    expect(receiptAfter(accepted, unprocessed)).toEqual(accepted);
    expect(receiptAfter(unprocessed, refused)).toEqual(refused);
    expect(receiptAfter(refused, accepted)).toEqual(accepted);
    expect(receiptAfter(undefined, refused)).toEqual(refused);
    // Of a job that repeats other rows of the part.
    expect(receiptAfter(refused, unprocessed)).toEqual(refused);
    const other: ReceiptRow = [3, 'm2', 'm2', 'TWR.E1', 'unprocessed', null, null];
    expect(receiptAfter(refused, other)).toEqual(other);
  });

  it('are of a row that is to be repeated, if it met a lock', () => {
    const receipt = (outcome: ReceiptRow[4], code: string | null): ReceiptRow => [
      2,
      'm1',
      'm1',
      null,
      outcome,
      code,
      null,
    ];
    expect(hasMetLock(receipt('refused', 'UNABLE_TO_LOCK_ROW'))).toBe(true);
    for (const other of [receipt('refused', 'DUPLICATE_VALUE'), receipt('unprocessed', null), undefined])
      expect(hasMetLock(other)).toBe(false);
  });

  it('are of a withdrawn row, if its member was erased before Salesforce had it', () => {
    const unprocessed: ReceiptRow = [2, 'm1', 'm1', 'TWR.E1', 'unprocessed', null, null];
    const refused: ReceiptRow = [2, 'm1', 'm1', 'TWR.E1', 'refused', 'UNABLE_TO_LOCK_ROW', null];
    const accepted: ReceiptRow = [2, 'm1', 'm1', 'TWR.E1', 'accepted', null, '003A'];
    for (const lost of [unprocessed, refused]) {
      expect(receiptOfErased(lost, 'upsert', true)).toEqual([2, 'm1', 'm1', 'TWR.E1', 'withdrawn', null, null]);
      expect(receiptOfErased(lost, 'upsert', false)).toEqual(lost);
      expect(receiptOfErased(lost, 'delete', true)).toEqual(lost);
    }
    expect(receiptOfErased(accepted, 'upsert', true)).toEqual(accepted);
  });

  it('count a deletion of what is gone already as done', () => {
    expect(['ENTITY_IS_DELETED', 'INVALID_CROSS_REFERENCE_ID', 'INVALID_CROSS_REFERENCE_KEY'].every(isGone)).toBe(true);
    expect([isGone('UNABLE_TO_LOCK_ROW'), isGone(undefined)]).toEqual([false, false]);
  });

  it('hold a code and nothing that could be somebody’s value', () => {
    expect(receiptCode('UNABLE_TO_LOCK_ROW')).toBe('UNABLE_TO_LOCK_ROW');
    for (const other of ['jo@example.com', 'Abara', 'ABARA', 'MCDONALD_SMITH', '', undefined])
      expect(receiptCode(other)).toBe('OTHER');
  });
});

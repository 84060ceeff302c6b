import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  differencesOf,
  salesforceReconciliation,
  salesforceReconciliationStream,
  type ReconciledGroup,
} from './salesforce-reconciliation.js';

const group = (of: Partial<ReconciledGroup>): ReconciledGroup => ({
  providerId: 'TALLOWOOD',
  object: 'contacts',
  ours: 10,
  theirs: 10,
  missing: 0,
  unsent: 0,
  extra: 0,
  toDelete: 0,
  ...of,
});

describe('what differs', () => {
  it('is what is missing, and what is extra without what the next export deletes', () => {
    expect(differencesOf([group({ missing: 2 }), group({ missing: 1, extra: 5, toDelete: 3 })])).toEqual({
      missing: 3,
      extra: 2,
    });
  });

  it('is not what was not sent yet', () => {
    expect(differencesOf([group({ theirs: 6, unsent: 4 })])).toEqual({ missing: 0, extra: 0 });
  });
});

describe('a comparison', () => {
  it('is asked for once under its id, though two processes do', () => {
    const data = { weekly: true, workId: 'w', by: 'system' };
    const requested = { type: 'SalesforceReconciliationRequested', data } as const;
    const request = salesforceReconciliation.request('w', 'system', { weekly: true });
    given(salesforceReconciliationStream).when(request).then(requested);
    given(salesforceReconciliationStream, requested).when(request).then();
  });
});

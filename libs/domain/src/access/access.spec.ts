import { it } from 'vitest';
import { given } from '../given.js';
import { accessStream, recordAccess, type AccessEntry } from './access.js';

const entry: AccessEntry = {
  userId: 'u1',
  role: 'Staff',
  at: '2024-06-01T00:00:00.000Z',
  address: '127.0.0.1',
  action: 'memberViewed',
  object: 'm1',
  planId: 'NULL.ACME',
  filter: {},
  members: [],
  rows: 1,
  outcome: 'ok',
};

it('records several accesses at once, and writes nothing for an empty list', () => {
  given(accessStream)
    .when(recordAccess([entry, entry]))
    .then({ type: 'AccessRecorded', data: { entries: [entry, entry] } });
  given(accessStream).when(recordAccess([])).then();
});

import { describe, it } from 'vitest';
import { given } from '../given.js';
import { acceptImport, completeImport, csvImportStream, failImport, progressImport } from './csv-import.js';
import type { AcceptedImport, CsvImportEvent } from './csv-import.js';

const accepted: AcceptedImport = {
  importId: 'i1',
  table: 'members',
  platformId: 'NULL',
  planId: null,
  fileSha256: 'ab',
  fileName: 'members.csv',
  rows: 10,
  startedBy: 'u1',
};
const begun: CsvImportEvent = { type: 'ImportAccepted', data: accepted };
const completed: CsvImportEvent = {
  type: 'ImportCompleted',
  data: { importId: 'i1', rows: 10, written: 7, skipped: 3 },
};
const failed: CsvImportEvent = { type: 'ImportFailed', data: { importId: 'i1', message: 'No such plan.' } };

describe('an import', () => {
  it('is accepted once', () => {
    given(csvImportStream).when(acceptImport(accepted)).then(begun);
    given(csvImportStream, begun).when(acceptImport(accepted)).then();
  });

  it('tells how far it is, then ends once, completed or failed', () => {
    given(csvImportStream, begun)
      .when(progressImport(5))
      .then({ type: 'ImportProgressed', data: { importId: 'i1', rows: 5 } });
    given(csvImportStream, begun).when(completeImport(7, 3)).then(completed);
    given(csvImportStream, begun).when(failImport('No such plan.')).then(failed);
  });

  it('that has ended says no more', () => {
    for (const end of [completed, failed])
      for (const decision of [progressImport(6), completeImport(7, 3), failImport('Late.')])
        given(csvImportStream, begun, end).when(decision).then();
  });

  it('that was never accepted can neither go on nor end', () => {
    for (const decision of [progressImport(6), completeImport(7, 3), failImport('Late.')])
      given(csvImportStream).when(decision).thenRefuses('not-found', 'There is no such import.');
  });
});

import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { firstInvalidField } from '../shape.js';
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
const errors = [{ line: 4, column: null, message: 'This member was erased.' }];
const outcome = { written: 7, skipped: 2, refused: 1, errors, events: 9 };
const completed: CsvImportEvent = { type: 'ImportCompleted', data: { importId: 'i1', rows: 10, ...outcome } };
const partly = { written: 3, skipped: 0, refused: 0, errors: [], events: 3 };
const failed: CsvImportEvent = { type: 'ImportFailed', data: { importId: 'i1', message: 'Broken.', ...partly } };

describe('an import', () => {
  it('is accepted once', () => {
    given(csvImportStream).when(acceptImport(accepted)).then(begun);
    given(csvImportStream, begun).when(acceptImport(accepted)).then();
  });

  it('records its progress, then ends once with its outcome, completed or failed', () => {
    given(csvImportStream, begun)
      .when(progressImport(5, 6))
      .then({ type: 'ImportProgressed', data: { importId: 'i1', rows: 5, events: 6 } });
    given(csvImportStream, begun).when(completeImport(outcome)).then(completed);
    given(csvImportStream, begun).when(failImport('Broken.', partly)).then(failed);
  });

  it('that has ended records nothing more', () => {
    for (const end of [completed, failed])
      for (const decision of [progressImport(6, 6), completeImport(outcome), failImport('Late.', partly)])
        given(csvImportStream, begun, end).when(decision).then();
  });

  it('of an earlier release, which did not count its events, is still read', () => {
    const { events: _, ...uncounted } = outcome;
    const end: CsvImportEvent = { type: 'ImportCompleted', data: { importId: 'i1', rows: 10, ...uncounted } };
    expect(firstInvalidField(csvImportStream.shapes.ImportCompleted, end.data)).toBeNull();
    expect(firstInvalidField(csvImportStream.shapes.ImportCompleted, { ...end.data, events: -1 })).toBe('events');
  });

  it('that was never accepted can neither progress nor end', () => {
    for (const decision of [progressImport(6, 6), completeImport(outcome), failImport('Late.', partly)])
      given(csvImportStream).when(decision).thenRefuses('not-found', 'There is no such import.');
  });
});

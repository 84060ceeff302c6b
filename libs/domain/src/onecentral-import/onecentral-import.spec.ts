import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  arriveFile,
  beginImport,
  completeFile,
  deleteFile,
  exportExceptions,
  failArrived,
  failAttempt,
  filenameOf,
  mayDelete,
  mayMend,
  mayQueue,
  mendFile,
  onecentralImportStream as stream,
  onecentralStatuses,
  putOffAttempt,
  queueFile,
  refuseFile,
  repeatFile,
  startAttempt,
  type ArrivedFile,
  type OnecentralImportEvent,
  type OnecentralStatus,
} from './onecentral-import.js';

const fileId = 'f1';
const file: ArrivedFile = {
  fileId,
  source: 'folder',
  name: 'members_20261126.csv',
  modified: '2026-11-25T19:02:00.000Z',
  bytes: 420,
  sha256: 'ab',
  table: 'members',
  dataDate: '2026-11-26',
  rows: 3,
  problem: null,
};
const at = '2026-11-25T20:00:00.000Z';
const later = '2026-11-25T20:00:30.000Z';
const error = { line: 18, column: 'dateOfBirth', message: 'This day lies in the future.' };
const wrong = { reason: 'One line is wrong.', errorCount: 1, errors: [error] };

const arrived: OnecentralImportEvent = { type: 'OnecentralFileArrived', data: file };
const started = (attemptId: string, attempt: number): OnecentralImportEvent => ({
  type: 'OnecentralAttemptStarted',
  data: { fileId, attemptId, attempt },
});
const attemptFailed = (attemptId: string): OnecentralImportEvent => ({
  type: 'OnecentralAttemptFailed',
  data: { fileId, attemptId, ...wrong, retryAt: later },
});
const failed: OnecentralImportEvent = { type: 'OnecentralImportFailed', data: { fileId, ...wrong } };
const begun: OnecentralImportEvent = {
  type: 'OnecentralImportBegun',
  data: { fileId, attemptId: 'a', importId: 'i1', rows: 3 },
};
const completed: OnecentralImportEvent = {
  type: 'OnecentralImportCompleted',
  data: { fileId, attemptId: 'a', importId: 'i1', written: 2, skipped: 1 },
};
const queued: OnecentralImportEvent = { type: 'OnecentralFileQueued', data: { fileId, by: 'u1' } };
const exported: OnecentralImportEvent = { type: 'OnecentralExceptionsExported', data: { fileId, by: 'u1' } };
const mended = {
  type: 'OnecentralFileMended',
  data: { fileId, by: 'u1', importId: 'i2' },
} as const satisfies OnecentralImportEvent;
const deleted: OnecentralImportEvent = { type: 'OnecentralFileDeleted', data: { fileId, by: 'u1' } };

const twice = [started('a', 1), attemptFailed('a'), started('b', 2), attemptFailed('b')];
/** A history that ends in each status. */
const in_: Record<OnecentralStatus, OnecentralImportEvent[]> = {
  Pending: [arrived],
  Queued: [arrived, queued],
  Complete: [arrived, started('a', 1), begun, completed],
  Failed: [arrived, ...twice, started('c', 3), failed],
  Exported: [arrived, ...twice, started('c', 3), failed, exported],
  Unknown: [{ type: 'OnecentralFileArrived', data: { ...file, table: null, problem: 'The header fits no table.' } }],
};

describe('a file that OneCentral left', () => {
  it('arrives once', () => {
    given(stream).when(arriveFile(file)).then(arrived);
    given(stream, arrived).when(arriveFile(file)).then();
  });

  it('is Failed at once if it cannot be read', () => {
    const unread: ArrivedFile = { ...file, sha256: '', table: null, dataDate: null, rows: null };
    const reason = 'The file cannot be read.';
    const refused: OnecentralImportEvent[] = [
      { type: 'OnecentralFileArrived', data: unread },
      { type: 'OnecentralImportFailed', data: { fileId, reason, errorCount: 0, errors: [] } },
    ];
    given(stream)
      .when(refuseFile(unread, reason))
      .then(...refused);
    given(stream, ...refused)
      .when(refuseFile(unread, reason))
      .then();
    given(stream, ...refused)
      .when(deleteFile('u1'))
      .then(deleted);
  });

  it('fails for a reason that came after it only while no attempt has begun and nobody has queued it', () => {
    const reason = 'Its manifest differs from it.';
    const failed: OnecentralImportEvent = {
      type: 'OnecentralImportFailed',
      data: { fileId, reason, errorCount: 0, errors: [] },
    };
    given(stream, ...in_.Pending)
      .when(failArrived(reason))
      .then(failed);
    given(stream, arrived, started('a', 1)).when(failArrived(reason)).then();
    for (const status of onecentralStatuses.filter((each) => each !== 'Pending'))
      given(stream, ...in_[status])
        .when(failArrived(reason))
        .then();
  });

  it.each(onecentralStatuses)('that is %s is queued and deleted only as the rules say', (status) => {
    const queues = given(stream, ...in_[status]).when(queueFile('u1'));
    if (['Failed', 'Pending', 'Complete'].includes(status)) queues.then(queued);
    else queues.thenRefuses('conflict', `A file that is ${status} cannot be queued.`);
    const deletes = given(stream, ...in_[status]).when(deleteFile('u1'));
    if (status === 'Complete') deletes.thenRefuses('conflict', 'A file that is Complete cannot be deleted.');
    else deletes.then(deleted);
    expect([mayQueue(status), mayDelete(status)]).toEqual([
      ['Failed', 'Pending', 'Complete'].includes(status),
      status !== 'Complete',
    ]);
  });

  it.each(onecentralStatuses)('that is %s is imported as somebody corrected it only if it failed', (status) => {
    const mends = given(stream, ...in_[status]).when(mendFile('u1', 'i2'));
    const isFailed = status === 'Failed' || status === 'Exported';
    expect(mayMend(status)).toBe(isFailed);
    if (isFailed) mends.then(mended);
    else
      mends.thenRefuses(
        'conflict',
        status === 'Complete'
          ? 'This file was imported as it arrived meanwhile. Nothing of it was imported again.'
          : 'Somebody queued this file in OneCentral imports meanwhile, so it is tried as it arrived. Nothing of it was imported here. If it fails again, import it here then.',
      );
  });

  it('that was corrected is claimed by one import, which may be begun again, and is neither queued nor tried nor deleted', () => {
    const past = [...in_.Failed, mended];
    given(stream, ...past)
      .when(mendFile('u1', 'i2'))
      .then();
    given(stream, ...past)
      .when(mendFile('u2', 'i2'))
      .then({ ...mended, data: { ...mended.data, by: 'u2' } });
    const isMended =
      'This file was repaired, and is imported so. Leave the file in the inbox again to import something else.';
    given(stream, ...past)
      .when(mendFile('u2', 'i3'))
      .thenRefuses('conflict', isMended);
    given(stream, ...past)
      .when(queueFile('u1'))
      .thenRefuses('conflict', isMended);
    given(stream, ...past)
      .when(startAttempt('d', later))
      .then();
    given(stream, ...past)
      .when(deleteFile('u1'))
      .thenRefuses('conflict', 'A file that is Complete cannot be deleted.');
    given(stream, ...in_.Failed, deleted)
      .when(mendFile('u1', 'i2'))
      .thenRefuses('conflict', 'This file was deleted from OneCentral imports meanwhile. Nothing was imported.');
  });

  it('is imported, and Complete then', () => {
    given(stream, arrived).when(startAttempt('a', at)).then(started('a', 1));
    given(stream, arrived, started('a', 1))
      .when(beginImport('a', 'i1', 3))
      .then(begun);
    given(stream, arrived, started('a', 1), begun)
      .when(completeFile('a', { importId: 'i1', written: 2, skipped: 1 }))
      .then(completed);
    given(stream, ...in_.Complete)
      .when(startAttempt('b', at))
      .then();
  });

  it('is a repeat if another file had its content', () => {
    given(stream, arrived, started('a', 1))
      .when(repeatFile('a', { fileId: 'f0', name: 'members.csv', isOlder: false }))
      .then({
        type: 'OnecentralFileRepeated',
        data: { fileId, attemptId: 'a', sameAs: 'f0', sameAsName: 'members.csv', isOlder: false },
      });
  });

  it('is tried three times, with a wait between, and Failed after the third', () => {
    given(stream, arrived, started('a', 1))
      .when(failAttempt('a', wrong, later))
      .then(attemptFailed('a'));
    given(stream, arrived, ...twice)
      .when(startAttempt('c', at))
      .then();
    given(stream, arrived, ...twice)
      .when(startAttempt('c', later))
      .then(started('c', 3));
    given(stream, arrived, ...twice, started('c', 3))
      .when(failAttempt('c', wrong, later))
      .then(failed);
    given(stream, ...in_.Failed)
      .when(startAttempt('d', later))
      .then();
  });

  it('is Failed at the first attempt if trying again cannot help', () => {
    given(stream, arrived, started('a', 1))
      .when(failAttempt('a', wrong, null))
      .then(failed);
  });

  it('is Failed if its process was killed three times, but not if the attempts were put off', () => {
    const reason = 'The portal stopped three times while this file was imported.';
    given(stream, arrived, started('a', 1), started('b', 2), started('c', 3))
      .when(startAttempt('d', at))
      .then({ type: 'OnecentralImportFailed', data: { fileId, reason, errorCount: 0, errors: [] } });
    const putOff: OnecentralImportEvent = { type: 'OnecentralAttemptPutOff', data: { fileId, attemptId: 'c' } };
    given(stream, arrived, started('a', 1), started('b', 2), started('c', 3)).when(putOffAttempt('c')).then(putOff);
    given(stream, arrived, started('a', 1), started('b', 2), started('c', 3), putOff)
      .when(startAttempt('d', at))
      .then(started('d', 3));
  });

  it('is taken by one attempt: what an earlier one still says is refused', () => {
    for (const past of [[started('b', 2)], [queued], [deleted]])
      given(stream, arrived, started('a', 1), ...past)
        .when(completeFile('a', { importId: 'i1', written: 2, skipped: 1 }))
        .thenRefuses('conflict', 'Another attempt carries on with this file.');
  });

  it('begins again with its first attempt once it is queued', () => {
    given(stream, ...in_.Failed, queued)
      .when(startAttempt('d', at))
      .then(started('d', 1));
  });

  it('is Exported once its errors were fetched, and stays as it is without errors', () => {
    given(stream, ...in_.Failed)
      .when(exportExceptions('u1'))
      .then(exported);
    given(stream, ...in_.Exported)
      .when(exportExceptions('u1'))
      .then();
    given(stream, ...in_.Complete)
      .when(exportExceptions('u1'))
      .then();
    given(stream, ...in_.Failed, deleted)
      .when(exportExceptions('u1'))
      .then();
  });

  it('is asked for by a name of its own, though another file had its name', () => {
    const asked = (name: string, id: string) => filenameOf({ name, fileId: id });
    expect(asked('members_20261126.csv', '0a1b2c3d4e')).toBe('members_20261126~0a1b2c3d.csv');
    expect(asked('members_20261126.csv', 'ffff2c3d4e')).not.toBe(asked('members_20261126.csv', '0a1b2c3d4e'));
    expect([asked('plain', 'ab'), asked('.csv', 'ab')]).toEqual(['plain~ab', '.csv~ab']);
  });

  it('is not there once it was deleted', () => {
    given(stream, arrived, deleted).when(queueFile('u1')).thenRefuses('not-found', 'There is no such file.');
    given(stream).when(deleteFile('u1')).thenRefuses('not-found', 'There is no such file.');
    given(stream, arrived, deleted).when(startAttempt('a', at)).then();
  });
});

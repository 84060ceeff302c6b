import type { OnecentralLedgerLine } from '@superscope/contracts/onecentral-imports';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import type { LedgerLine } from './inbox-ledger.js';
import { namesTaxFileNumbers, unacceptedName, type FileDocument } from './onecentral-file-list.js';

const number = (value: number): string => value.toLocaleString('en-AU');
const dayFirst = (day: string): string => day.split('-').reverse().join('/');

/** A line of the ledger as people read it, with its file; undefined for one that has not arrived. */
export function describedLine(
  line: LedgerLine,
  file: FileDocument | undefined,
  failedDays: number,
): OnecentralLedgerLine {
  const { name, firstSeenAt, bytes, place, placedAt, manifestSaid, contentHash } = line;
  return {
    name,
    firstSeenAt: firstSeenAt.toISOString(),
    bytes,
    ...fateOf(file, place),
    place,
    where: whereOf(line, file, failedDays),
    placedAt: placedAt.toISOString(),
    filename: file?.filename ?? null,
    importId: file?.importId ?? null,
    manifest: manifestSaid,
    contentHash,
  };
}

function fateOf(
  file: FileDocument | undefined,
  place: LedgerLine['place'],
): Pick<OnecentralLedgerLine, 'fate' | 'note'> {
  if (file === undefined)
    return place === 'inbox'
      ? { fate: 'Waiting', note: 'It is taken once it stays as it is.' }
      : { fate: 'Gone', note: 'It was never taken.' };
  const { isDeleted, status, sameAsName, written, skipped, reason, problem, mendedBy } = file;
  if (isDeleted) return { fate: 'Deleted', note: reason ?? problem ?? '' };
  switch (status) {
    case 'Complete':
      if (mendedBy !== undefined) return { fate: 'Imported', note: 'As it was repaired in the portal' };
      return sameAsName === null
        ? { fate: 'Imported', note: `${number(written ?? 0)} written, ${number(skipped ?? 0)} unchanged` }
        : { fate: 'Unchanged', note: `The same content as ${sameAsName}` };
    case 'Failed':
    case 'Exported':
      return { fate: 'Failed', note: reason ?? '' };
    case 'Unknown':
      return { fate: 'Unknown', note: problem ?? '' };
    case 'Pending':
    case 'Queued':
      return { fate: 'Pending', note: reason ?? '' };
  }
}

function whereOf({ place, name, keptAs, placedAt }: LedgerLine, file: FileDocument | undefined, failedDays: number) {
  // A name that may not be stored is not shown either.
  const kept = name === unacceptedName ? '' : ` as ${keptAs}`;
  switch (place) {
    case 'inbox':
      return file !== undefined && namesTaxFileNumbers(file)
        ? 'Still in the inbox, in plain text: remove it there'
        : file === undefined || file.status === 'Pending' || file.status === 'Queued'
          ? 'In the inbox'
          : 'Still in the inbox';
    case 'done':
      return `In done${kept}`;
    case 'failed':
      return `In failed${kept}, until ${dayFirst(addDays(sydneyDate(placedAt), failedDays))}`;
    case 'removed':
      return 'Removed';
    case 'replaced':
      return 'Other content lay under its name, so nothing was removed';
    case 'gone':
      return 'Somebody else took it away';
    case 'former':
      return 'Not noted: it came before there was a ledger';
  }
}

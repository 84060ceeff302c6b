import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, day, flag, id, instant, listOf, optional, orNull, record, text } from '../shape.js';

/** What becomes of a file that OneCentral leaves in the inbox. `Exported`: somebody has fetched the errors of a failed file. */
export const onecentralStatuses = ['Failed', 'Pending', 'Complete', 'Unknown', 'Queued', 'Exported'] as const;
export type OnecentralStatus = (typeof onecentralStatuses)[number];

/** A file as it was when it was taken from the inbox. */
export interface ArrivedFile {
  /** Digest of the source, key, version and size: the same file arrives once. */
  fileId: string;
  /** The kind of inbox: `folder`. */
  source: string;
  /** The name in the inbox, without a path. */
  name: string;
  /** When the file was last written, by its source (UTC). */
  modified: string;
  bytes: number;
  /** Of its content, in hex; empty if it could not be read. */
  sha256: string;
  /** The table of import and export that it is recognised as; null for none. */
  table: string | null;
  /** The newest day that its lines or its name are about. */
  dataDate: string | null;
  /** Lines below the header; null if they cannot be read. */
  rows: number | null;
  /** Why it is of no table. */
  problem: string | null;
}

/** An error of a line. Messages hold no values of members. */
export interface OnecentralError {
  /** Null for an error of the whole file. */
  line: number | null;
  column: string | null;
  message: string;
}

/**
 * The name by which a file is asked for: its own name and the beginning of its id, because files of different content may have one name.
 * `members.csv` becomes `members~0a1b2c3d.csv`.
 */
export function filenameOf({ name, fileId }: Pick<ArrivedFile, 'name' | 'fileId'>): string {
  const dot = name.lastIndexOf('.');
  const end = dot <= 0 ? name.length : dot;
  return `${name.slice(0, end)}~${fileId.slice(0, 8)}${name.slice(end)}`;
}

interface Attempt {
  fileId: string;
  attemptId: string;
}

interface Failure {
  reason: string;
  /** Of all lines; `errors` are the first of them. */
  errorCount: number;
  errors: readonly OnecentralError[];
  /** The code of what is to be confirmed by queueing the file. Most failures, and those of earlier releases, lack it. */
  asks?: string | undefined;
}

/** The life of one file of the inbox. */
export type OnecentralImportEvent =
  | DomainEvent<'OnecentralFileArrived', ArrivedFile>
  | DomainEvent<'OnecentralFileQueued', { fileId: string; by: string }>
  | DomainEvent<'OnecentralAttemptStarted', Attempt & { attempt: number }>
  /** The attempt ended without a result and does not count: its process stopped, or an engine was away. */
  | DomainEvent<'OnecentralAttemptPutOff', Attempt>
  /** The file was right and its import began; the import's own stream says how it goes. */
  | DomainEvent<'OnecentralImportBegun', Attempt & { importId: string; rows: number }>
  | DomainEvent<'OnecentralAttemptFailed', Attempt & Failure & { retryAt: string }>
  | DomainEvent<'OnecentralImportFailed', { fileId: string } & Failure>
  | DomainEvent<'OnecentralImportCompleted', Attempt & { importId: string; written: number; skipped: number }>
  /**
   * A file of the same content was imported before, so nothing was done. `isOlder`: its table was imported with other content since. Events
   * of earlier releases lack it.
   */
  | DomainEvent<
      'OnecentralFileRepeated',
      Attempt & { sameAs: string; sameAsName: string; isOlder?: boolean | undefined }
    >
  | DomainEvent<'OnecentralExceptionsExported', { fileId: string; by: string }>
  /** Somebody corrected a copy of it, and that is imported in its place. The import begins right after this. */
  | DomainEvent<'OnecentralFileMended', { fileId: string; by: string; importId: string }>
  | DomainEvent<'OnecentralFileDeleted', { fileId: string; by: string }>;

export interface OnecentralImport {
  /** Null before it arrived. */
  file: ArrivedFile | null;
  status: OnecentralStatus;
  isDeleted: boolean;
  /** The attempt that may go on; null while none runs. */
  attemptId: string | null;
  /** Attempts since it arrived or was queued. Those that were put off do not count. */
  attempts: number;
  /** How often it was queued by a person. */
  round: number;
  /** Failed attempts in this round. */
  failures: number;
  /** When to try again: instant, UTC; null for at once. */
  retryAt: string | null;
  /** The code of what a person has to confirm, after a failure because of it. */
  asks: string | null;
  /** Who confirmed what by queueing the file. */
  confirmed: { by: string; code: string } | null;
  /** Who had it imported as it was corrected in the portal, and as which import. */
  mended: { by: string; importId: string } | null;
}

/** An attempt may fail, or its process be killed, this many times. */
const mostImportAttempts = 3;
/** How many errors are kept of a file. */
const mostKeptErrors = 500;

const queueable: readonly OnecentralStatus[] = ['Failed', 'Pending', 'Complete'];
const deletable: readonly OnecentralStatus[] = ['Failed', 'Pending', 'Unknown', 'Queued', 'Exported'];

const mendable: readonly OnecentralStatus[] = ['Failed', 'Exported'];

/** Whether a file of this status may be corrected in the portal, and imported so. */
export const mayMend = (status: OnecentralStatus): boolean => mendable.includes(status);
/** Whether a file of this status may be queued: from Failed, Pending and Complete. */
export const mayQueue = (status: OnecentralStatus): boolean => queueable.includes(status);
/** Whether a file of this status may be deleted: from all but Complete. */
export const mayDelete = (status: OnecentralStatus): boolean => deletable.includes(status);

/** The reason of a file whose processes were killed each time. */
const interrupted = 'The portal stopped three times while this file was imported.';
const notFound = 'There is no such file.';
const isMended =
  'This file was repaired, and is imported so. Leave the file in the inbox again to import something else.';
const anotherAttempt = 'Another attempt carries on with this file.';

const failure = {
  reason: text,
  errorCount: count,
  errors: listOf(record<OnecentralError>({ line: orNull(count), column: orNull(text), message: text })),
  asks: optional(text),
};
const attempt = { fileId: id, attemptId: id };

export const onecentralImportStream: StreamDefinition<OnecentralImport, OnecentralImportEvent> = {
  category: 'onecentralImport',
  initial: {
    file: null,
    status: 'Pending',
    isDeleted: false,
    attemptId: null,
    attempts: 0,
    round: 0,
    failures: 0,
    retryAt: null,
    asks: null,
    confirmed: null,
    mended: null,
  },
  idOf: ({ fileId }) => fileId,
  shapes: {
    OnecentralFileArrived: {
      fileId: id,
      source: text,
      name: text,
      modified: instant,
      bytes: count,
      sha256: text,
      table: orNull(text),
      dataDate: orNull(day),
      rows: orNull(count),
      problem: orNull(text),
    },
    OnecentralFileQueued: { fileId: id, by: text },
    OnecentralAttemptStarted: { ...attempt, attempt: count },
    OnecentralAttemptPutOff: attempt,
    OnecentralImportBegun: { ...attempt, importId: id, rows: count },
    OnecentralAttemptFailed: { ...attempt, ...failure, retryAt: instant },
    OnecentralImportFailed: { fileId: id, ...failure },
    OnecentralImportCompleted: { ...attempt, importId: id, written: count, skipped: count },
    OnecentralFileRepeated: { ...attempt, sameAs: id, sameAsName: text, isOlder: optional(flag) },
    OnecentralExceptionsExported: { fileId: id, by: text },
    OnecentralFileMended: { fileId: id, by: text, importId: id },
    OnecentralFileDeleted: { fileId: id, by: text },
  },
  evolve: (current, event) => {
    switch (event.type) {
      case 'OnecentralFileArrived':
        return { ...current, file: event.data, status: event.data.table === null ? 'Unknown' : 'Pending' };
      case 'OnecentralFileQueued':
        return {
          ...current,
          status: 'Queued',
          attemptId: null,
          attempts: 0,
          failures: 0,
          retryAt: null,
          round: current.round + 1,
          asks: null,
          confirmed: current.asks === null ? current.confirmed : { by: event.data.by, code: current.asks },
        };
      case 'OnecentralAttemptStarted': {
        const { attemptId, attempt: attempts } = event.data;
        return { ...current, status: 'Pending', attemptId, attempts, retryAt: null };
      }
      case 'OnecentralAttemptPutOff':
        return { ...current, attemptId: null, attempts: current.attempts - 1 };
      case 'OnecentralAttemptFailed':
        return { ...current, attemptId: null, failures: current.failures + 1, retryAt: event.data.retryAt };
      case 'OnecentralImportFailed':
        return {
          ...current,
          status: 'Failed',
          attemptId: null,
          failures: current.failures + 1,
          asks: event.data.asks ?? null,
        };
      case 'OnecentralImportCompleted':
      case 'OnecentralFileRepeated':
        return { ...current, status: 'Complete', attemptId: null };
      case 'OnecentralExceptionsExported':
        return { ...current, status: 'Exported' };
      case 'OnecentralFileMended':
        return { ...current, status: 'Complete', mended: { by: event.data.by, importId: event.data.importId } };
      case 'OnecentralFileDeleted':
        return { ...current, isDeleted: true, attemptId: null };
      default:
        return current;
    }
  },
};

type Decides = Decision<OnecentralImport, OnecentralImportEvent>;

const existing = ({ file, isDeleted }: OnecentralImport): ArrivedFile => {
  if (file === null || isDeleted) throw new RuleViolation('not-found', notFound);
  return file;
};
/** The file's id, if this attempt may still go on. */
const mine = ({ file, attemptId }: OnecentralImport, by: string): string => {
  if (file === null || attemptId !== by) throw new RuleViolation('conflict', anotherAttempt);
  return file.fileId;
};

/** Claims a file of the inbox. Whoever appends first has claimed it; the same file again writes nothing. */
export const arriveFile =
  (file: ArrivedFile): Decides =>
  (current) =>
    current.file === null ? [{ type: 'OnecentralFileArrived', data: file }] : [];

/** Claims a file of the inbox that cannot be read, or not whole: it is Failed, for a reason. */
export const refuseFile =
  (file: ArrivedFile, reason: string): Decides =>
  (current) =>
    current.file === null
      ? [
          { type: 'OnecentralFileArrived', data: file },
          { type: 'OnecentralImportFailed', data: { fileId: file.fileId, reason, errorCount: 0, errors: [] } },
        ]
      : [];

/** Fails a file whose import has not begun, for a reason that came to be known after it arrived. A person may queue it all the same. */
export const failArrived =
  (reason: string): Decides =>
  ({ file, isDeleted, status, attemptId, round }) =>
    file !== null && !isDeleted && status === 'Pending' && attemptId === null && round === 0
      ? [{ type: 'OnecentralImportFailed', data: { fileId: file.fileId, reason, errorCount: 0, errors: [] } }]
      : [];

/** Has a file imported, again or at once. An attempt that runs is cut off. Throws `conflict` for a status from which it is not allowed. */
export const queueFile =
  (by: string): Decides =>
  (current) => {
    const { fileId } = existing(current);
    if (current.mended !== null) throw new RuleViolation('conflict', isMended);
    if (!mayQueue(current.status))
      throw new RuleViolation('conflict', `A file that is ${current.status} cannot be queued.`);
    return [{ type: 'OnecentralFileQueued', data: { fileId, by } }];
  };

/** Takes a file out of the list. What was imported stays. Throws `conflict` for a status from which it is not allowed. */
export const deleteFile =
  (by: string): Decides =>
  (current) => {
    const { fileId } = existing(current);
    if (!mayDelete(current.status))
      throw new RuleViolation('conflict', `A file that is ${current.status} cannot be deleted.`);
    return [{ type: 'OnecentralFileDeleted', data: { fileId, by } }];
  };

/** Notes that somebody fetched the errors of a failed file. One that was deleted meanwhile stays as it is. */
export const exportExceptions =
  (by: string): Decides =>
  ({ file, isDeleted, status }) =>
    file !== null && !isDeleted && status === 'Failed'
      ? [{ type: 'OnecentralExceptionsExported', data: { fileId: file.fileId, by } }]
      : [];

/**
 * Claims a failed file for the import of its corrected copy, which begins right afterwards: from now on nobody imports the original. The same
 * import again writes nothing, so that one that was cut off in between can be begun again. Throws `conflict` if the original is, or may be,
 * imported meanwhile, or was deleted.
 */
export const mendFile =
  (by: string, importId: string): Decides =>
  ({ file, isDeleted, status, mended }) => {
    if (file === null || isDeleted)
      throw new RuleViolation(
        'conflict',
        'This file was deleted from OneCentral imports meanwhile. Nothing was imported.',
      );
    if (mended !== null && mended.importId !== importId) throw new RuleViolation('conflict', isMended);
    if (mended === null && !mayMend(status))
      throw new RuleViolation(
        'conflict',
        status === 'Complete'
          ? 'This file was imported as it arrived meanwhile. Nothing of it was imported again.'
          : 'Somebody queued this file in OneCentral imports meanwhile, so it is tried as it arrived. Nothing of it was imported here. If it fails again, import it here then.',
      );
    return mended?.by === by ? [] : [{ type: 'OnecentralFileMended', data: { fileId: file.fileId, by, importId } }];
  };

/**
 * Begins an attempt at a file that is due, at an instant (UTC). The caller must hold the lease of the imports: an attempt that still runs
 * has lost its process then. The third lost one fails the file.
 */
export const startAttempt =
  (attemptId: string, at: string): Decides =>
  (current) => {
    const { file, status, isDeleted, retryAt, attempts } = current;
    if (file === null || isDeleted || (status !== 'Pending' && status !== 'Queued')) return [];
    if (retryAt !== null && retryAt > at) return [];
    const { fileId } = file;
    if (attempts >= mostImportAttempts)
      return [{ type: 'OnecentralImportFailed', data: { fileId, reason: interrupted, errorCount: 0, errors: [] } }];
    return [{ type: 'OnecentralAttemptStarted', data: { fileId, attemptId, attempt: attempts + 1 } }];
  };

/** Leaves a file for later without counting the attempt. */
export const putOffAttempt =
  (attemptId: string): Decides =>
  (current) => [{ type: 'OnecentralAttemptPutOff', data: { fileId: mine(current, attemptId), attemptId } }];

/** Notes the import that was begun for a file. */
export const beginImport =
  (attemptId: string, importId: string, rows: number): Decides =>
  (current) => [
    { type: 'OnecentralImportBegun', data: { fileId: mine(current, attemptId), attemptId, importId, rows } },
  ];

export const completeFile =
  (
    attemptId: string,
    { importId, written, skipped }: { importId: string; written: number; skipped: number },
  ): Decides =>
  (current) => [
    {
      type: 'OnecentralImportCompleted',
      data: { fileId: mine(current, attemptId), attemptId, importId, written, skipped },
    },
  ];

/** Ends a file whose content was imported before, as that of another file. `isOlder`: other content of its table was imported since. */
export const repeatFile =
  (attemptId: string, { fileId, name, isOlder }: { fileId: string; name: string; isOlder: boolean }): Decides =>
  (current) => [
    {
      type: 'OnecentralFileRepeated',
      data: { fileId: mine(current, attemptId), attemptId, sameAs: fileId, sameAsName: name, isOlder },
    },
  ];

/**
 * Ends an attempt that did not succeed. The third one is final; until then it is tried again at `retryAt` (UTC). Null if trying again cannot
 * help, so that this attempt is final.
 */
export const failAttempt =
  (attemptId: string, { reason, errorCount, errors, asks }: Failure, retryAt: string | null): Decides =>
  (current) => {
    const fileId = mine(current, attemptId);
    const failed = { reason, errorCount, errors: errors.slice(0, mostKeptErrors), ...(asks !== undefined && { asks }) };
    return retryAt === null || current.attempts >= mostImportAttempts
      ? [{ type: 'OnecentralImportFailed', data: { fileId, ...failed } }]
      : [{ type: 'OnecentralAttemptFailed', data: { fileId, attemptId, ...failed, retryAt } }];
  };

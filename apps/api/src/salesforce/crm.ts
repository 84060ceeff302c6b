/** States of a job of Bulk API 2.0, in Salesforce's own words. `JobComplete` can hold failed rows. */
export const crmStates = ['Open', 'UploadComplete', 'InProgress', 'JobComplete', 'Failed', 'Aborted'] as const;
export type CrmState = (typeof crmStates)[number];

export const hasEnded = (state: CrmState) => state === 'JobComplete' || state === 'Failed' || state === 'Aborted';

/**
 * What a job does. An upsert's CSV has the external id as its first column. A delete's CSV has the one column `Id`, which holds
 * Salesforce's own ids, because Bulk API 2.0 deletes by no other.
 */
export type CrmJob =
  { operation: 'upsert'; object: string; externalId: string } | { operation: 'delete'; object: string };

export interface CrmStatus {
  state: CrmState;
  /** Rows that Salesforce has looked at so far, `failed` among them. */
  processed: number;
  failed: number;
  /** Why the whole job failed: a code, or a sentence that quotes nobody's values; empty if there is neither. */
  errorMessage?: string;
}

/** What became of one row. */
export interface CrmResult {
  /** The row's external id in an upsert, its `Id` in a delete. */
  key: string;
  outcome: 'accepted' | 'refused' | 'unprocessed';
  /** Salesforce's id of the record, of accepted rows. */
  crmId?: string;
  /** Salesforce's code of a refusal, such as UNABLE_TO_LOCK_ROW. */
  code?: string;
  /** Salesforce's sentence about a refusal, which can quote values of the row. */
  message?: string;
}

/** Work that a customer relationship system does by jobs. Each call throws `CrmBusy` or `CrmRefused`, and nothing else. */
export interface Crm {
  /** The host that the figures go to, for people. */
  readonly host: string;
  /** Makes a job that waits for its rows. */
  create(job: CrmJob): Promise<{ jobId: string }>;
  /** Sends all rows of an open job and closes it, which begins it. Lines end with LF. A job takes rows once. */
  upload(jobId: string, csv: AsyncIterable<string>): Promise<void>;
  status(jobId: string): Promise<CrmStatus>;
  /** The rows of a job that ended, in no order. A row of unfinished pages throws instead of being left out. */
  results(jobId: string): AsyncIterable<CrmResult>;
  /** Ends a job that runs. A job that ended already, or is gone, is no error. */
  abort(jobId: string): Promise<void>;
  /** Removes an ended job, with its rows, from Salesforce. A job that is gone already is no error. */
  remove(jobId: string): Promise<void>;
  /** How much of the day's allowance is used. */
  usage(): Promise<{ used: number; allowed: number }>;
}

/** The call may succeed later: the server is away, slow or throttling. */
export class CrmBusy extends Error {
  constructor(
    /** For people, without addresses and secrets. */
    message: string,
    /** The earliest time of the next try, where the server named one. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** The call will not succeed by being repeated: credentials refused, no such object, a job that is gone. */
export class CrmRefused extends Error {
  constructor(
    /** For people, without addresses and secrets. */
    message: string,
    /** The server no longer knows the job: it ended more than seven days ago, or somebody removed it. */
    readonly jobIsGone = false,
  ) {
    super(message);
  }
}

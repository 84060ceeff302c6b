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
  /** What stands where Salesforce names the fields of a refusal. Only what the object has as a field may be kept of it. */
  fields?: readonly string[];
}

/** A field of an object, as the organisation describes it to the portal's user. */
export interface CrmField {
  name: string;
  isCreateable: boolean;
  isUpdateable: boolean;
  /** A record cannot be created without it, and nothing else sets it. */
  isRequired: boolean;
  /** Upserts can find a record by it. */
  isExternalId: boolean;
  /** Of a text, in characters; null if there is no limit, or none is told. */
  length: number | null;
  /** By which a column such as `Account.Key__c` names it, and the objects that it may refer to; null for a field of its own. */
  relation: { name: string; objects: readonly string[] } | null;
}

/** What the portal's user may do with an object. */
export interface CrmObject {
  name: string;
  isCreateable: boolean;
  isUpdateable: boolean;
  fields: readonly CrmField[];
}

/** A record by its external id and Salesforce's own one. */
export interface CrmRecord {
  key: string;
  crmId: string;
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
  /**
   * The rows of a job that ended, in no order. What cannot be read throws at the end, after everything that can be: CrmUnclear if the rows do
   * not add up.
   */
  results(jobId: string): AsyncIterable<CrmResult>;
  /** Ends a job that runs. A job that ended already, or is gone, is no error. */
  abort(jobId: string): Promise<void>;
  /** Removes an ended job, with its rows, from Salesforce. A job that is gone already is no error. */
  remove(jobId: string): Promise<void>;
  /** What an object takes; null if the portal's user sees none of this name. */
  describe(object: string): Promise<CrmObject | null>;
  /** Which of these external ids stand on a record. */
  existing(object: string, externalId: string, keys: readonly string[]): Promise<Set<string>>;
  /** All records with an external id, in no order. */
  records(object: string, externalId: string): AsyncIterable<CrmRecord>;
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

/** What Salesforce says does not add up. It may be asked again, and need not say anything better then. */
export class CrmUnclear extends CrmBusy {}

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

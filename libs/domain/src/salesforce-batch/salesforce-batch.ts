import { count, day, flag, id, optional, orNull, text, type FieldShapes } from '../shape.js';
import { workOf, type WorkState } from '../work/work.js';

/** What a batch exports, in the order in which it is sent: parents before what belongs to them. */
export const exportObjects = [
  'plans',
  'companies',
  'campaigns',
  'contacts',
  'campaignMembers',
  'activities',
  'scores',
] as const;
export type ExportObject = (typeof exportObjects)[number];

/** What is deleted of erased members, children first. */
export const erasedObjects = ['scores', 'activities', 'campaignMembers', 'contacts'] as const satisfies ExportObject[];

export interface SalesforceBatchRequest {
  /** By which people name the batch. */
  number: number;
  /** The first and the last day of the changes, yyyy-MM-dd in Sydney. */
  startDate: string;
  endDate: string;
  /** Null for all. */
  providerId: string | null;
  companyId: string | null;
  /** It was asked for although the same days were exported before. */
  forced: boolean;
  /** The batch whose refused and unprocessed rows it sends again; null if it exports the days' changes. */
  retryOf: string | null;
  /** Digest of the list of members to whose rows a retry is narrowed; null for all rows. */
  filterSha256: string | null;
  /** It was begun by the plan, and exports everything that no batch has exported. Batches of earlier releases lack it. */
  scheduled?: boolean | undefined;
  /** The comparison whose missing rows it sends, and nothing else. Batches of earlier releases lack it. */
  missingOf?: string | undefined;
}

export interface SalesforceBatchResult {
  /** Rows of all files. */
  exported: number;
  /** Rows that Salesforce accepted, and those that it refused or did not process; null if nothing was sent. */
  imported: number | null;
  failed: number | null;
}

const request: FieldShapes<SalesforceBatchRequest> = {
  number: count,
  startDate: day,
  endDate: day,
  providerId: orNull(id),
  companyId: orNull(id),
  forced: flag,
  retryOf: orNull(id),
  filterSha256: orNull(text),
  scheduled: optional(flag),
  missingOf: optional(id),
};

/** An export to Salesforce: `salesforceBatch-{id}`. */
export const salesforceBatch = workOf({
  category: 'salesforceBatch',
  noun: 'SalesforceBatch',
  made: 'SalesforceBatchCompleted',
  beginsElsewhere: true,
  request,
  result: { exported: count, imported: orNull(count), failed: orNull(count) },
});

export const salesforceBatchStream = salesforceBatch.stream;

export const batchStatuses = ['STARTING', 'STARTED', 'COMPLETED', 'FAILED', 'STOPPED'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** A batch that waits for another try has started. */
export function batchStatus(state: WorkState): BatchStatus {
  switch (state) {
    case 'waiting':
      return 'STARTING';
    case 'running':
    case 'retrying':
    case 'stopping':
      return 'STARTED';
    case 'done':
      return 'COMPLETED';
    case 'failed':
      return 'FAILED';
    case 'stopped':
      return 'STOPPED';
  }
}

/** Only batches that run can be stopped. */
export const isBatchRunning = (status: BatchStatus): boolean => status === 'STARTING' || status === 'STARTED';

/** Only what Salesforce has worked through and refused in part can be retried. */
export const mayRetryBatch = ({
  batchStatus: status,
  jobStatus,
  failed,
  unknown = 0,
}: {
  batchStatus: BatchStatus;
  jobStatus: string | null;
  failed: number | null;
  /** Rows of which nobody knows what became. */
  unknown?: number;
}): boolean => status === 'COMPLETED' && jobStatus === 'JobComplete' && (failed ?? 0) + unknown > 0;

import { sydneyDate } from '@superscope/domain/calendar-dates';
import { batchStatuses, exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { receiptOperations, receiptOutcomes } from '@superscope/domain/salesforce-batch/salesforce-receipts';
import { id } from '@superscope/domain/shape';
import { z } from 'zod';
import { basedOnRevision } from './changed-since.js';
import { cleanField } from './clean-field.js';
import { writeAnswer } from './csv-import.js';
import { dayOrInstant } from './fields.js';

export { isBatchRunning, mayRetryBatch } from '@superscope/domain/salesforce-batch/salesforce-batch';
export { runWindows, windowDays, type RunWindow } from '@superscope/domain/salesforce-batch/run-window';
export type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';

const filterId = cleanField().max(90).refine(id, 'This is not an id.');
const flag = z.enum(['true', 'false'], "This is 'true' or 'false'.").transform((text) => text === 'true');

const scope = {
  startDate: dayOrInstant,
  endDate: dayOrInstant,
  providerIdFilter: filterId.optional(),
  employerIdFilter: filterId.optional(),
};

/** Fields of POST /api/salesforce/exports, as form data. */
export const salesforceExportRequest = z
  .strictObject({ ...scope, forceNewRun: flag.default(false) })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: 'The end date cannot be before the start date.',
  })
  .refine(({ startDate }) => startDate <= sydneyDate(new Date()), {
    path: ['startDate'],
    message: 'The start date cannot be in the future.',
  });
export type SalesforceExportRequest = z.output<typeof salesforceExportRequest>;

/** Query of GET /api/salesforce/exports/preview. */
export const salesforcePreviewQuery = z.strictObject(scope);

const jobId = z.uuid('This is not the id of a job.');

/** Ids of jobs, separated by commas. */
export const jobIds = z
  .string()
  .max(4_000)
  .transform((text) => text.split(',').filter((each) => each !== ''))
  .pipe(z.array(jobId).min(1, 'Choose at least one batch.').max(100, 'Choose at most 100 batches.'));

/** Fields of PATCH /api/salesforce/retry, as form data beside the optional file. */
export const salesforceRetryRequest = z.strictObject({ jobId });

/** States of a job, in Salesforce's own words. */
const salesforceJobStates = ['Open', 'UploadComplete', 'InProgress', 'JobComplete', 'Failed', 'Aborted'] as const;

/** A batch as the table lists it. All instants are ISO, UTC; days are yyyy-MM-dd in Sydney. */
export const salesforceBatchRecord = z.object({
  /** The number by which people name it. */
  batchId: z.number(),
  /** When it was asked for. */
  atDate: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** Null for all providers. */
  provider: z.string().nullable(),
  providerId: z.string().nullable(),
  employer: z.string().nullable(),
  employerId: z.string().nullable(),
  batchStatus: z.enum(batchStatuses),
  /** When the current or last try began. */
  runDate: z.string().nullable(),
  /** Rows in files so far. */
  exported: z.number(),
  /** By which calls name the batch. */
  jobId: z.string(),
  /** Null if nothing is or was sent. */
  jobStatus: z.enum(salesforceJobStates).nullable(),
  imported: z.number().nullable(),
  failed: z.number().nullable(),
  /** Rows that were sent, and of which what Salesforce said does not add up or could not be read. */
  unknown: z.number(),
  /** What Salesforce lacked of what the batch needs, in sentences, when it was looked at before the first row. */
  differences: z.array(z.string()),
  askedBy: z.string(),
  /** What is done now, while it runs, why it failed, or what is known of its rows if not all is. */
  note: z.string().nullable(),
  /** When it is tried again. */
  retryAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** How much of its steps is done, from 0 to 1. */
  progress: z.number(),
  /** Number of the batch whose failed rows it sends again. */
  retryOf: z.number().nullable(),
  /** Whether its files are still kept. */
  hasFiles: z.boolean(),
  /** Whether it was begun by the plan, and exports what no batch has exported. */
  scheduled: z.boolean(),
  /** Whether it sends what a comparison found missing, and nothing else. */
  isOfMissing: z.boolean(),
  /**
   * What it covered of each object: changes up to a position of the log, of its days or of all. Null until it is complete; retries and
   * batches of earlier releases cover nothing.
   */
  covered: z
    .array(z.object({ object: z.enum(exportObjects), position: z.string(), ofAllDays: z.boolean() }))
    .nullable(),
});
export type SalesforceBatchRecord = z.infer<typeof salesforceBatchRecord>;

export const salesforceBatchList = z.array(salesforceBatchRecord);

/** The batch that a request began, and the write that a list has to include to show it. */
export const salesforceBatchBegun = writeAnswer.extend({ jobId: z.string(), batchId: z.number() });
export type SalesforceBatchBegun = z.infer<typeof salesforceBatchBegun>;

/** How many batches a call stopped or removed, and the last write; none if it changed nothing. */
export const batchesChanged = writeAnswer.partial().extend({ batches: z.number() });
export type BatchesChanged = z.infer<typeof batchesChanged>;

/** Where batches are sent to, and how much of the day's allowance is used. */
export const salesforceConnection = z.object({
  /** Null if no Salesforce is connected: batches then only make files. */
  host: z.string().nullable(),
  used: z.number().nullable(),
  allowed: z.number().nullable(),
  /** Why Salesforce did not answer. */
  problem: z.string().nullable(),
  /** What its objects lack of what exports need, in sentences; null if Salesforce did not say. */
  differences: z.array(z.string()).nullable(),
  /** Jobs of batches that have ended, which hold members' names and could not be removed there yet. */
  leftJobs: z.object({
    count: z.number(),
    /** Why the newest try to remove one failed. */
    problem: z.string().nullable(),
    /** When they are tried again. */
    nextAt: z.string().nullable(),
  }),
});
export type SalesforceConnection = z.infer<typeof salesforceConnection>;

/** About how many records a batch would export, and the batch that has exported the same days already. */
export const salesforcePreview = z.object({
  records: z.record(z.enum(exportObjects), z.number()),
  /** Members who were erased and are still in Salesforce. */
  erased: z.number(),
  before: z.object({ batchId: z.number(), atDate: z.string() }).nullable(),
});
export type SalesforcePreview = z.infer<typeof salesforcePreview>;

export const receiptsPerPage = 25;

/** Query of GET /api/salesforce/exports/receipts. */
export const salesforceReceiptsQuery = z.strictObject({
  jobId,
  outcome: z.enum(receiptOutcomes).optional(),
  object: z.enum(exportObjects).optional(),
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,59}$/, 'This is not a code.')
    .optional(),
  /** An external id, or how it begins. */
  find: cleanField().max(100).default(''),
  page: z.coerce.number().int().min(0).max(100_000).default(0),
});

export const salesforceReceipts = z.object({
  outcomes: z.record(z.enum(receiptOutcomes), z.number()),
  /** Refusals by code, the most frequent first. */
  codes: z.array(z.object({ code: z.string(), rows: z.number() })),
  count: z.number(),
  rows: z.array(
    z.object({
      object: z.enum(exportObjects),
      operation: z.enum(receiptOperations),
      /** The external id. */
      key: z.string(),
      /** The name of the member, plan or employer; null for an erased member. */
      name: z.string().nullable(),
      employer: z.string().nullable(),
      outcome: z.enum(receiptOutcomes),
      code: z.string().nullable(),
      /** Names of the fields that were refused, where they were told. */
      fields: z.array(z.string()),
      line: z.number(),
      tries: z.number(),
    }),
  ),
});
export type SalesforceReceipts = z.infer<typeof salesforceReceipts>;
export type SalesforceReceipt = SalesforceReceipts['rows'][number];

const reasons: Readonly<Record<string, string>> = {
  UNABLE_TO_LOCK_ROW: 'Another change held the record. A retry is enough.',
  REQUIRED_FIELD_MISSING: 'Salesforce requires a field that the row does not have.',
  DUPLICATE_VALUE: 'The external id stands on two records.',
  DUPLICATES_DETECTED: 'Salesforce takes it for a duplicate of another record.',
  DUPLICATE_EXTERNAL_ID: 'The external id stands on two records.',
  INVALID_FIELD_FOR_INSERT_UPDATE: 'The row holds what only a new record may have.',
  INVALID_FIELD: 'Salesforce has no field of this name, or the record that it refers to.',
  INVALID_CROSS_REFERENCE_KEY: 'The record that it belongs to is not in Salesforce.',
  ENTITY_IS_DELETED: 'The record was deleted in Salesforce.',
  STRING_TOO_LONG: 'A value is longer than its field in Salesforce.',
  INVALID_EMAIL_ADDRESS: 'Salesforce does not accept the e-mail address.',
  FIELD_CUSTOM_VALIDATION_EXCEPTION: 'A validation rule of Salesforce refused the row.',
  CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY: 'An automation in Salesforce refused the row.',
  INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY: 'The integration user may not change the record that it belongs to.',
  INSUFFICIENT_ACCESS_OR_READONLY: 'The integration user may not change the record.',
  STORAGE_LIMIT_EXCEEDED: 'Salesforce has no room for more records.',
  OTHER: 'Salesforce refused the row and gave no reason of its own kind.',
};

const outcomeReasons: Partial<Record<(typeof receiptOutcomes)[number], string>> = {
  unprocessed: 'Salesforce stopped before this row.',
  withdrawn: 'The member was erased after the file was made, so this is not sent.',
  unknown: 'Salesforce did not say clearly what became of this row. A retry sends it again.',
};

/** A sentence about a row that was not accepted, with the fields that were refused. */
export function receiptReason(
  outcome: (typeof receiptOutcomes)[number],
  code: string | null,
  fields: readonly string[] = [],
): string {
  if (outcome !== 'refused') return outcomeReasons[outcome] ?? '';
  const reason = reasons[code ?? 'OTHER'] ?? 'Salesforce refused the row.';
  return fields.length === 0 ? reason : `${reason} ${fields.length === 1 ? 'Field' : 'Fields'}: ${fields.join(', ')}.`;
}

const planFields = {
  isOn: z.boolean(),
  /** HH:mm in Sydney. */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is written HH:mm, such as 02:30.'),
  /** Monday is 1 and Sunday is 7. */
  days: z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day.').max(7),
  /** Of whom: each of these by itself; null for all together. */
  providerIds: z.array(filterId).min(1, 'Choose at least one provider, or all.').max(100).nullable(),
};

/** Body of PUT /api/salesforce/schedule: when exports begin by themselves. They send whatever no export has sent. */
export const salesforcePlanRequest = z.strictObject({ ...planFields, revision: basedOnRevision });
export type SalesforcePlanRequest = z.infer<typeof salesforcePlanRequest>;

/** Answer to GET /api/salesforce/schedule. Instants are ISO, UTC. */
export const salesforceSchedule = z.object({
  /** Which a change of the plan names; -1 before the first. */
  revision: z.number(),
  /** Null before the first. `by` is in whose name the exports run; null for an account that is gone. */
  plan: z.object({ ...planFields, by: z.string().nullable() }).nullable(),
  /** When they begin next; null while the plan is off. */
  next: z.string().nullable(),
  /** The newest time by the plan, and its batches. */
  last: z
    .object({
      due: z.string(),
      batches: z.array(
        z.object({
          provider: z.string().nullable(),
          /** Null if it waits to be begun. */
          batchId: z.number().nullable(),
          status: z.enum(batchStatuses).nullable(),
        }),
      ),
    })
    .nullable(),
});
export type SalesforceScheduleAnswer = z.infer<typeof salesforceSchedule>;

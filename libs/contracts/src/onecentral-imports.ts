import {
  clockTime,
  dayNeeded,
  expectedEvery,
  timeNeeded,
} from '@superscope/domain/onecentral-expectations/onecentral-expectations';
import { onecentralStatuses } from '@superscope/domain/onecentral-import/onecentral-import';
import { z } from 'zod';
import { basedOnRevision } from './changed-since.js';
import { csvTableNames } from './csv-tables.js';

/** An entry of the answer to GET /api/devops/onecentral/imports. All instants are ISO, UTC. */
export const onecentralFile = z.object({
  /** As it was called in the inbox. Several files may have had one name. */
  name: z.string(),
  /** The name that the calls about one file take: unique. */
  filename: z.string(),
  status: z.enum(onecentralStatuses),
  modified: z.string(),
  /** yyyy-MM-dd */
  dataDate: z.string().nullable(),
  arrivedAt: z.string(),
  table: z.string().nullable(),
  rows: z.number().nullable(),
  bytes: z.number(),
  /** What stands behind the status, as a sentence; empty if nothing does. */
  note: z.string(),
  /** How much of it is checked or written; null while it waits. */
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  errorCount: z.number(),
  /** Whether its content is still kept, so that it can be downloaded. */
  isKept: z.boolean(),
  /** Whether cells of it are refused and nothing else is wrong, so that they can be corrected in the portal. */
  isMendable: z.boolean(),
  /** The import of its corrected copy, if there is one: its id, and the name of who corrected it, null if that is not known any more. */
  mended: z.object({ importId: z.string(), by: z.string().nullable() }).nullable(),
});
export type OnecentralFile = z.infer<typeof onecentralFile>;

export const onecentralFiles = z.array(onecentralFile);

/** An entry of the answer to GET /api/devops/onecentral/imports/errorLogs. `filename` is that of the file's entry. */
export const onecentralErrorLog = z.object({
  filename: z.string(),
  name: z.string(),
  line: z.number().nullable(),
  column: z.string().nullable(),
  /** When the file was looked at: instant, UTC. */
  timestamp: z.string(),
  message: z.string(),
});
export type OnecentralErrorLog = z.infer<typeof onecentralErrorLog>;

export const onecentralErrorLogs = z.object({
  errors: z.array(onecentralErrorLog),
  /** How many there are: more than `errors` if these are only the first. */
  count: z.number(),
});
export type OnecentralErrorLogs = z.infer<typeof onecentralErrorLogs>;

/** Answer to GET /api/devops/onecentral/expected: the inbox, and the tables that came so far. */
export const onecentralExpected = z.object({
  /** Of what people said of tables, which a change of it names. */
  revision: z.number(),
  inbox: z.object({
    /** Whether the settings name an inbox. */
    isSet: z.boolean(),
    /** When it was last looked at successfully, and since when it does not answer (instants, UTC). */
    lookedAt: z.string().nullable(),
    awaySince: z.string().nullable(),
    everySeconds: z.number(),
  }),
  tables: z.array(
    z.object({
      table: z.string(),
      /** Days as yyyy-MM-dd; null for a table that has not come yet, and for one that is not expected. */
      lastOn: z.string().nullable(),
      dueOn: z.string().nullable(),
      every: z.enum(expectedEvery).nullable(),
      dayOfMonth: z.number().nullable(),
      /** By which time of the day, HH:mm in Sydney; null for its end. */
      byTime: z.string().nullable(),
      isLate: z.boolean(),
      /** 0 if it is not late, and on the day on which it is due. */
      daysLate: z.number(),
      /** Whether a person said when it is expected. */
      isSaid: z.boolean(),
    }),
  ),
});
export type OnecentralExpected = z.infer<typeof onecentralExpected>;

/** Body of PUT /api/devops/onecentral/expected: when a table is expected; `every` is null for as it used to come. */
export const onecentralExpectation = z
  .strictObject({
    table: z.enum(csvTableNames, 'Table is required'),
    every: z.enum(expectedEvery).nullable(),
    dayOfMonth: z.number(dayNeeded).int(dayNeeded).min(1, dayNeeded).max(31, dayNeeded).nullable(),
    byTime: z.string().regex(clockTime, timeNeeded).nullable().default(null),
    revision: basedOnRevision,
  })
  .refine(({ every, dayOfMonth }) => every !== 'month' || dayOfMonth !== null, {
    path: ['dayOfMonth'],
    message: dayNeeded,
  });
export type OnecentralExpectation = z.input<typeof onecentralExpectation>;

/** Form of PATCH /api/devops/onecentral/imports/queue. */
export const onecentralQueueForm = z.strictObject({ filename: z.string().min(1).max(300) });

/** Body of POST /api/devops/onecentral/imports/repair. */
export const onecentralRepair = z.strictObject({ filename: z.string().min(1).max(300) });

/** Where a file of the ledger is, or went. */
export const ledgerPlaces = ['inbox', 'done', 'failed', 'removed', 'replaced', 'gone', 'former'] as const;

/** What became of a name that was seen in the inbox. */
const ledgerFates = ['Waiting', 'Pending', 'Imported', 'Unchanged', 'Failed', 'Unknown', 'Deleted', 'Gone'] as const;

/** A line of the answer to GET /api/devops/onecentral/ledger. All instants are ISO, UTC. */
export const onecentralLedgerLine = z.object({
  name: z.string(),
  firstSeenAt: z.string(),
  bytes: z.number(),
  fate: z.enum(ledgerFates),
  /** What stands behind the fate, as a sentence; empty if nothing does. */
  note: z.string(),
  place: z.enum(ledgerPlaces),
  /** The place as a sentence. */
  where: z.string(),
  /** When it came to lie there, left, or was found gone. */
  placedAt: z.string(),
  /** Its name among the files; null for one that has not arrived. */
  filename: z.string().nullable(),
  importId: z.string().nullable(),
  /** What came of the comparison with its manifest; null if it has none. */
  manifest: z.string().nullable(),
  /** Keyed hash of its content: equal for equal contents. Null if the content was not read. */
  contentHash: z.string().nullable(),
});
export type OnecentralLedgerLine = z.infer<typeof onecentralLedgerLine>;

export const onecentralLedger = z.object({ lines: z.array(onecentralLedgerLine), total: z.number() });
export type OnecentralLedger = z.infer<typeof onecentralLedger>;

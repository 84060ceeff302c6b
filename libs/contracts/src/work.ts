import { reportKinds } from '@superscope/domain/report/report';
import { z } from 'zod';
import { evidenceAudience } from './as-of-evidence.js';
import { cleanField } from './clean-field.js';
import { periodKeys } from './period-keys.js';
import { workStates } from './read-models/work.js';

/** Every field of a request for a document, so that an unknown one is named before anything else is looked at. */
const anyReport = z.strictObject({
  kind: z.unknown(),
  planId: z.unknown().optional(),
  period: z.unknown().optional(),
  companyId: z.unknown().optional(),
  engagedOnly: z.unknown().optional(),
  viewId: z.unknown().optional(),
  audience: z.unknown().optional(),
});

const oneReport = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pcmReport'),
    planId: cleanField().min(1).max(90),
    period: z.enum(periodKeys).optional(),
  }),
  z.strictObject({
    kind: z.literal('policyCommitteeReport'),
    planId: cleanField().min(1).max(90),
    companyId: cleanField().min(1).max(90).nullable(),
    engagedOnly: z.boolean(),
  }),
  /** The Policy Committee Report of a view's moment. */
  z.strictObject({ kind: z.literal('reportAsItStood'), viewId: cleanField().min(1).max(90) }),
  z.strictObject({
    kind: z.literal('evidence'),
    viewId: cleanField().min(1).max(90),
    /** For whom it is made; the employer’s view by default. */
    audience: evidenceAudience.optional(),
  }),
]);

/** Body of POST /api/reports: which document to make in the background. */
export const reportRequest = anyReport.pipe(oneReport);
export type ReportRequest = z.infer<typeof reportRequest>;

/** Body of POST /api/work/{workId}/acknowledge: why a failure needs nobody else. */
export const acknowledgement = z.strictObject({ reason: cleanField().min(1).max(200) });

/** The work that a request began, or the same one of less than a minute before. */
export const workBegun = z.object({ workId: z.string(), isNew: z.boolean() });
export type WorkBegun = z.infer<typeof workBegun>;

/** What is done in the background: documents, and the work that keeps loops of its own. */
const workKinds = [
  ...reportKinds,
  'documentSync',
  'salesforceExport',
  'salesforceReconciliation',
  'fileImport',
  'pastView',
  'proof',
  'rebuild',
  'pdfCheck',
] as const;

/** Whether what it makes can be downloaded. */
export const makesFile = (kind: WorkItem['kind']): boolean => (reportKinds as readonly string[]).includes(kind);

/** One piece of background work. All instants are ISO, UTC. */
export const workItem = z.object({
  workId: z.string(),
  kind: z.enum(workKinds),
  /** What it is about: a plan or a file. Null if the plan is out of the caller's reach. */
  about: z.string().nullable(),
  /** Of a report about engaged members only. */
  engagedOnly: z.literal(true).optional(),
  /** Of a document: its plan, null if that is out of the caller's reach, and its employer. */
  planId: z.string().nullable(),
  companyId: z.string().nullable(),
  askedBy: z.string(),
  isOwn: z.boolean(),
  state: z.enum(workStates),
  requestedAt: z.string(),
  /** When the current or last attempt began. */
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Attempts since it was requested or resumed. */
  attempts: z.number(),
  mostAttempts: z.number(),
  retryAt: z.string().nullable(),
  /** Why the last attempt, or all of it, did not succeed. */
  reason: z.string().nullable(),
  /** How much of the current step is done, where that is known. */
  progress: z.object({ done: z.number(), total: z.number(), unit: z.string() }).nullable(),
  steps: z.array(z.object({ name: z.string(), doneAt: z.string().nullable() })),
  tries: z.array(z.object({ startedAt: z.string(), endedAt: z.string().nullable(), reason: z.string().nullable() })),
  /** Null until it is made, and once its file is no longer kept. */
  file: z
    .object({
      name: z.string(),
      bytes: z.number(),
      keptUntil: z.string(),
      /** The caller has not downloaded it yet. */
      isNew: z.boolean(),
    })
    .nullable(),
  /** Until when somebody keeps its file, longer than usual; null if nobody does. */
  keptUntil: z.string().nullable(),
  /** Whether the caller may keep its file for seven years. */
  mayKeep: z.boolean(),
  /** Whether the caller may stop it, and have it tried again. */
  mayChange: z.boolean(),
  /** Of failed work that needs nobody any more: somebody has it in hand and says why, or later work, which `by` names, did the same. */
  settled: z
    .object({
      how: z.enum(['acknowledged', 'succeeded']),
      by: z.string(),
      at: z.string(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Whether the caller may take its failure in hand. */
  mayAcknowledge: z.boolean(),
});
export type WorkItem = z.infer<typeof workItem>;

export const workList = z.object({
  items: z.array(workItem),
  /** Whether older work was left out. */
  isCut: z.boolean(),
});
export type WorkList = z.infer<typeof workList>;

/** Answer to GET /api/work/clocks: what runs by the clock. All instants are ISO, UTC. */
export const scheduledClocks = z.array(
  z.object({
    name: z.string(),
    /** When, in words: 'Every day, 01:00'. Sydney's time. */
    times: z.string(),
    nextAt: z.string(),
    /** The newest run; null before the first. */
    run: z
      .object({
        /** The time by the clock for which it ran: it was caught up if it started much later. */
        dueAt: z.string(),
        startedAt: z.string(),
        /** Null while it runs. */
        endedAt: z.string().nullable(),
        outcome: z.enum(['done', 'failed']).nullable(),
        said: z.string().nullable(),
      })
      .nullable(),
  }),
);
export type ScheduledClocks = z.infer<typeof scheduledClocks>;

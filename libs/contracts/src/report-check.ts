import { z } from 'zod';
import { asOfPhases, asOfStates } from './as-of-views.js';
import { eventFilter } from './event-history.js';

/** A report's code as it is printed, or typed: in groups, in small letters. */
export const reportCodeText = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => /^[A-Z0-9]{12}$/.test(code), 'A code has 12 letters and digits.');

/**
 * Answer to GET /api/reportCheck, which everybody may read. So it names no plan, employer or platform, and no place in the log, which grows
 * with everything that is recorded.
 */
export const publicReportCheck = z.strictObject({
  /** Instant, UTC. */
  madeAt: z.string(),
  /** The month ends (yyyy-MM-dd) between which it reports. */
  start: z.string().nullable(),
  end: z.string().nullable(),
  /** Null for reports of earlier releases. */
  pages: z.number().nullable(),
  engagedOnly: z.boolean(),
  /** By when its figures were recorded (instant, UTC); null for reports of earlier releases. */
  moment: z.string().nullable(),
  /** Whether that was a moment of the past when it was made. */
  asItStood: z.boolean(),
  /** SHA-256 in hex. */
  pdfSha256: z.string(),
  figuresSha256: z.string().nullable(),
});
export type PublicReportCheck = z.infer<typeof publicReportCheck>;

/** A place of an uploaded report that reads otherwise than the kept one. */
export const editedPlace = z.object({
  /** 'Page 3, after ‘Average SuperScore’', or the name of a figure that is attached. */
  where: z.string(),
  /** Texts; empty where the other has more. */
  reads: z.string(),
  kept: z.string(),
});
export type EditedPlace = z.infer<typeof editedPlace>;

/** A part of a page, from its left and top edge: 0.5 is half of its width or height. */
export const pageRegion = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });
export type PageRegion = z.infer<typeof pageRegion>;

/** A page that looks otherwise than it was made. */
const differingPage = z.object({
  /** Its number in the report as it was made; null for a page that was added. */
  made: z.number().nullable(),
  /** Its number in the file; null for a page that is missing. */
  given: z.number().nullable(),
  /** Where it differs; empty for a page that was added or is missing. */
  regions: z.array(pageRegion),
  /** Pictures of the file's page and of the made one, as `data:` addresses; null where none is sent. */
  picture: z.string().nullable(),
  madePicture: z.string().nullable(),
});
export type DifferingPage = z.infer<typeof differingPage>;

/** What came of drawing a file's pages and those of the made report beside each other. */
const comparedDrawings = z.object({
  /** Numbers of pages. */
  pages: z.object({ made: z.number(), given: z.number() }),
  differing: z.array(differingPage),
  /** The page of the file at which it was ended, because it takes too long to draw or cannot be drawn; null if all were compared. */
  endedAt: z.number().nullable(),
});
export type ComparedDrawings = z.infer<typeof comparedDrawings>;

const checkedReport = z.object({
  workId: z.string(),
  kind: z.string(),
  /** Null for documents that have none. */
  code: z.string().nullable(),
  planId: z.string(),
  planName: z.string(),
  companyName: z.string().nullable(),
  madeAt: z.string(),
  /** The person who had it made; for employers the name of the platform. */
  by: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  engagedOnly: z.boolean(),
  /** The place of its event in the log; null while the event is not indexed yet, and for employers. */
  position: z.string().nullable(),
  /** Pages of the report as it was made, and by when its figures were recorded (instant, UTC). Null for reports of earlier releases. */
  pages: z.number().nullable(),
  recordedBy: z.string().nullable(),
  /** SHA-256 of its figures as JSON, in hex; null for documents that keep none. */
  figuresSha256: z.string().nullable(),
  /** SHA-256 of the file as it was made, in hex. */
  sha256: z.string(),
  /** Whether its file is still kept, so that the original can be downloaded. */
  fileKept: z.boolean(),
  /** The moment that it was asked for, of a report of a past moment; else null. */
  moment: z.string().nullable(),
});
export type CheckedReport = z.infer<typeof checkedReport>;

/** Answer to POST /api/reports/check. */
export const reportCheck = z.object({
  /** Null: no report in the caller's reach is this one. */
  report: checkedReport.nullable(),
  /** Whether the file, or the kept one if only a code was given, is the made one. `unknown`: only a code, and no file is kept. */
  unchanged: z.enum(['yes', 'no', 'unknown']),
  /** What an edited file says otherwise, as far as it could be compared. */
  edited: z.array(editedPlace),
  /** Whether an edited file’s pages were compared with the made one’s, so that no place on them means that they read the same. */
  pagesCompared: z.boolean(),
  /** Of an edited file: where its pages look otherwise, whatever they read. Absent where there is nothing to draw or to compare with. */
  drawn: comparedDrawings.optional(),
  /** Whether its figures can be compared with the events. `none`: it keeps none; `gone`: only in its PDF. */
  figures: z.enum(['kept', 'none', 'gone']),
});
export type ReportCheck = z.infer<typeof reportCheck>;

/** Something recorded after the report that changes a figure. */
const laterChange = z.object({
  type: z.string(),
  detail: z.string(),
  lastAt: z.string(),
  search: eventFilter,
});
export type LaterChange = z.infer<typeof laterChange>;

const figureThen = z.object({ name: z.string(), printed: z.string(), events: z.string() });
const figureNow = z.object({
  name: z.string(),
  printed: z.string(),
  now: z.string(),
  /** Indices into `changes`. */
  changes: z.array(z.number()),
  /** It is a rank among other plans, and this plan's own shares are the same. */
  ofOtherPlans: z.boolean(),
});

/** The report's figures beside what the events say: by its moment, and by all that is known now. Figures are texts as printed. */
const comparedFigures = z.object({
  count: z.number(),
  /** Ranks among other plans, which are only known from the report. */
  asPrinted: z.number(),
  differing: z.array(figureThen),
  /** Null for employers, who are not told what was recorded since. */
  now: z.array(figureNow).nullable(),
  changes: z.array(laterChange),
  /** How many differences were left out of each list. */
  leftOut: z.object({ differing: z.number(), now: z.number() }),
});
export type ComparedFigures = z.infer<typeof comparedFigures>;

/**
 * Answer to POST and GET /api/reports/{workId}/check: the view of the report's moment, and once it is there what came out. Employers are told
 * its state alone, because the progress counts what was recorded of members.
 */
export const figuresCheck = z.object({
  state: z.enum(asOfStates),
  phase: z.enum(asOfPhases).nullable(),
  done: z.number(),
  total: z.number(),
  /** Views that are made before. */
  ahead: z.number(),
  problem: z.string().nullable(),
  /** Milliseconds that it took to make the view. */
  tookMs: z.number().nullable(),
  /** Null until the view is ready. */
  compared: comparedFigures.nullable(),
});
export type FiguresCheck = z.infer<typeof figuresCheck>;

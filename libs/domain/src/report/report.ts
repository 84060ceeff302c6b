import { count, day, dictionary, id, instant, oneOf, optional, orNull, text, type FieldShapes } from '../shape.js';
import { workOf } from '../work/work.js';

/** The documents that are made in the background. */
export const reportKinds = ['pcmReport', 'evidence', 'policyCommitteeReport', 'reportAsItStood'] as const;
export type ReportKind = (typeof reportKinds)[number];

export interface ReportRequest {
  kind: ReportKind;
  planId: string;
  /** The employer of whom the Policy Committee Report names template, contacts and documents. */
  companyId: string | null;
  /** What else the document is made of, by name: its period, or the view that it proves or shows. */
  terms: Readonly<Record<string, string>>;
}

/** Digests are SHA-256 in hex. */
export interface ReportResult {
  planId: string;
  kind: ReportKind;
  fileName: string;
  pdfSha256: string;
  /** Of the figures as JSON, with the question that gave each; null for documents that keep none. */
  figuresSha256: string | null;
  /** The month ends (yyyy-MM-dd) between which the Policy Committee Report reports; null for other documents. */
  start: string | null;
  end: string | null;
  /** By which a printed report can be named: 12 letters and digits; null for other documents. */
  code: string | null;
  /** Of a document that keeps its figures: how many pages it has, and by which moment (instant, UTC) they were recorded. */
  pages?: number | undefined;
  moment?: string | undefined;
}

const kind = oneOf(reportKinds);

const result: FieldShapes<ReportResult> = {
  planId: id,
  kind,
  fileName: text,
  pdfSha256: text,
  figuresSha256: orNull(text),
  start: orNull(day),
  end: orNull(day),
  code: orNull(text),
  pages: optional(count),
  moment: optional(instant),
};

/** Making a document: `report-{id}`. */
export const report = workOf({
  category: 'report',
  noun: 'Report',
  made: 'ReportMade',
  request: { kind, planId: id, companyId: orNull(id), terms: dictionary(text) },
  result,
});

export const reportStream = report.stream;

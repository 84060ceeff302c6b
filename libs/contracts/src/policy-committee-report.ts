import { monthEnd, quarterEndFrom, quarterEndUpTo, shiftMonth } from '@superscope/domain/calendar-dates';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { yesOrNo } from './fields.js';

const reportedMonths = 12;

/** First and last day that a report is about, yyyy-MM-dd. The first is the month end from which changes are measured. */
export interface ReportPeriod {
  start: string;
  end: string;
}

/**
 * The newest four whole quarters, or as many as a younger plan has; null before the first month is closed. Until a quarter is whole, it is
 * all closed months. Months are yyyy-MM.
 */
export function reportPeriod({
  firstMonth,
  closedMonth,
}: {
  firstMonth: string | null;
  closedMonth: string | null;
}): ReportPeriod | null {
  if (firstMonth === null || closedMonth === null) return null;
  const last = quarterEndUpTo(closedMonth);
  const first = quarterEndFrom(firstMonth);
  if (first >= last) return { start: monthEnd(firstMonth), end: monthEnd(closedMonth) };
  const yearBefore = shiftMonth(last, -reportedMonths);
  return { start: monthEnd(yearBefore < first ? first : yearBefore), end: monthEnd(last) };
}

/** The page that is printed. */
export const policyCommitteeReportPath = '/policyCommitteeReport';

const companyId = cleanField().min(1).max(90);

/** Fields of POST /api/plans/{id}/reports/request, as form data. */
export const policyCommitteeReportRequest = z.strictObject({
  companyId: companyId.optional(),
  engagedOnly: yesOrNo.default(false),
});

/** Query of GET /api/plans/{id}/reports/result: with `resultId` the report itself. */
export const policyCommitteeReportQuery = z.strictObject({
  companyId: companyId.optional(),
  resultId: z.uuid().optional(),
});

/** A report that was made. `start` and `end` are month ends (yyyy-MM-dd), `generated` is an instant. */
export const policyCommitteeReportResult = z.object({
  id: z.string(),
  generated: z.string(),
  start: z.string(),
  end: z.string(),
  template: z.string(),
  /** It is about engaged members only, where a page does not say otherwise. */
  engagedOnly: z.boolean(),
  /** The name of who had it made. */
  by: z.string(),
  /** By which the printed report can be named; null for reports of earlier releases. */
  code: z.string().nullable(),
  /** Instant until which its file is kept; null once it is not. */
  keptUntil: z.string().nullable(),
  /** The caller may have it kept for seven years instead. */
  mayKeep: z.boolean(),
  /** Its figures are kept beside it, or without it, so that it can be checked by its code. */
  figuresKept: z.boolean(),
  /** The caller had it made and has not downloaded it yet. */
  isNew: z.boolean(),
});
export type PolicyCommitteeReportResult = z.infer<typeof policyCommitteeReportResult>;

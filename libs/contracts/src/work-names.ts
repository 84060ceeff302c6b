import { sydneyDate, sydneyTime } from './sydney-time.js';
import type { WorkItem } from './work.js';

/** What kinds of background work are called, on every screen and in every alert. */
const workKindNames: Record<WorkItem['kind'], string> = {
  pcmReport: 'PCM report',
  evidence: 'Evidence',
  policyCommitteeReport: 'Policy Committee Report',
  reportAsItStood: 'Report as it stood',
  salesforceExport: 'Salesforce export',
  salesforceReconciliation: 'Comparison with Salesforce',
  documentSync: 'Documents for UAT',
  fileImport: 'File import',
  pastView: 'Plan as it stood',
  proof: 'Proof',
  rebuild: 'Rebuild of the read models',
  pdfCheck: 'Check of stored PDFs',
};

/** Of a kind of a later release, its name in words: 'newKindOfWork' as 'New kind of work'. */
export const workKindName = (kind: string): string =>
  (workKindNames as Partial<Record<string, string>>)[kind] ??
  (kind[0]?.toUpperCase() ?? '') + kind.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * The name by which one piece of work is told from others without its plan: 'Batch 5', 'PCM report of 28/11/2026 14:05'. It stands on
 * Background work, in Developer Operations, in alerts and in what the doctor says.
 */
export function workTitle({ kind, about, requestedAt }: Pick<WorkItem, 'kind' | 'about' | 'requestedAt'>): string {
  if (kind === 'salesforceExport' && /^Batch \d+$/.test(about ?? '')) return about!;
  const day = sydneyDate(requestedAt).split('-').reverse().join('/');
  return `${workKindName(kind)} of ${day} ${sydneyTime(requestedAt)}`;
}

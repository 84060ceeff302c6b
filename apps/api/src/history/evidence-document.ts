import { evidencePath, type EvidenceAudience } from '@superscope/contracts/as-of-evidence';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { DocumentAsked } from '../documents/document-maker.js';

/** The name of a view's document for an audience, which its token proves. */
export const evidenceDocument = (viewId: string, audience: EvidenceAudience): string =>
  `evidence ${audience} ${viewId}`;

/** The document as it is made. */
export const evidenceAsked = (viewId: string, planId: string, audience: EvidenceAudience): DocumentAsked => ({
  document: evidenceDocument(viewId, audience),
  planId,
  path: `${evidencePath}?${new URLSearchParams({ view: viewId })}`,
  as: 'pdf',
});

/** What its file is called, without the ending. `moment` is the view's (instant, UTC). */
export const evidenceFileName = (planId: string, moment: string, audience: EvidenceAudience): string =>
  `evidence ${planId} ${sydneyDate(moment)}${audience === 'staff' ? ' exact' : ''}`;

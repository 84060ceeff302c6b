import type { DocumentType } from '@superscope/contracts/microsites';

/** The types of documents, as people read them. */
export const TYPE_NAMES: Readonly<Record<DocumentType, string>> = {
  Info: 'Info',
  Form: 'Form',
  Miscellaneous: 'Miscellaneous',
  InsuranceOptIn: 'Insurance opt-in',
  PlanSummary: 'Plan summary',
};

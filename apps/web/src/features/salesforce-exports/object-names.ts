import type { ExportObject } from '@superscope/contracts/salesforce';

/** What one record of an object is called. */
export const OBJECT_NAMES: Record<ExportObject, string> = {
  plans: 'Plan',
  companies: 'Employer',
  campaigns: 'Campaign',
  contacts: 'Contact',
  campaignMembers: 'Campaign member',
  activities: 'Activity',
  scores: 'Score',
};

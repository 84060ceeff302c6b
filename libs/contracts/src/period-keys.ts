/** The named choices of the period selector. */
export const periodKeys = [
  'sinceFirstCampaign',
  'sinceLastCampaign',
  'sincePlanStart',
  'months1',
  'months3',
  'months6',
  'months12',
  'months24',
] as const;
export type PeriodKey = (typeof periodKeys)[number];

import type { AnalyticsQuery } from './query.js';

/** The campaigns of a plan, newest first, with how many members each reached. A report's check asks the same question as its page. */
export const campaignsQuery = (planId: string): AnalyticsQuery => ({
  measures: [
    'Campaign.recipients',
    'Campaign.opened',
    'Campaign.clicked',
    'Campaign.openedPercent',
    'Campaign.clickedPercent',
  ],
  dimensions: ['Campaign.campaignId', 'Campaign.name', 'Campaign.campaignType'],
  timeDimensions: [{ dimension: 'Campaign.eventDate', granularity: 'day' }],
  filters: [{ member: 'Campaign.planId', operator: 'equals', values: [planId] }],
  order: [['Campaign.eventDate', 'desc']],
});

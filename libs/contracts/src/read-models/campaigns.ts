import { campaignFields, engagementSteps } from '@superscope/domain/campaign/campaign';
import { z } from 'zod';
import { analyticsTable, bigNumber, category, day, instant, oneOf, text, uuid, yesOrNo } from './analytics-table.js';
import { documentView } from './document-view.js';
import { recordShape } from './record-shape.js';

export const campaignsView = documentView({
  collection: 'campaigns',
  announces: 'campaigns',
  shape: recordShape(campaignFields).extend({ cancelled: z.boolean() }),
  fields: campaignFields,
  indexes: [{ planId: 1 }],
});

/** Campaigns for joins with their engagement. `version` is the stream's revision, counted from 1. */
export const campaignTable = analyticsTable({
  table: 'campaign',
  announces: 'campaignEngagement',
  columns: {
    campaign_id: text,
    plan_id: category,
    campaign_type: category,
    name: text,
    run_date: day,
    version: bigNumber,
    is_deleted: yesOrNo,
    recorded_at: instant,
  },
  key: ['campaign_id'],
  newestBy: ['version', 'is_deleted'],
});

/** Recipients of a campaign's e-mail, and who opened it or clicked in it. */
export const campaignEngagementTable = analyticsTable({
  table: 'campaign_engagement',
  announces: 'campaignEngagement',
  columns: {
    campaign_id: text,
    member_id: uuid,
    step: oneOf(engagementSteps),
    at: instant,
    recorded_at: instant,
  },
  key: ['campaign_id', 'step', 'member_id', 'at'],
});

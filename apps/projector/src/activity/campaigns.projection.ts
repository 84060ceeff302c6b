import type { CampaignDetails, EngagementRow } from '@superscope/domain/campaign/campaign';
import { documentsOf } from '../runtime/writing/document-projection.js';
import { clickhouseInstant, recordedAt, type Projection } from '../runtime/writing/projection.js';

export const campaigns = documentsOf('campaigns', 'campaigns', 'campaignId', {
  CampaignRun: (event) => ({ ...(event.data as object), cancelled: false }),
  CampaignDetailsRevised: (event) => ({ ...(event.data as object), cancelled: false }),
  CampaignCancelled: () => ({ cancelled: true }),
});

const campaignColumns = [
  'campaign_id',
  'plan_id',
  'campaign_type',
  'name',
  'run_date',
  'version',
  'is_deleted',
  'recorded_at',
] as const;

/** Campaigns as analytics rows; a cancelled one is a deleted row. */
export const campaignRows: Projection = {
  readModel: 'campaignEngagement',
  handles: ['CampaignRun', 'CampaignDetailsRevised', 'CampaignCancelled'],
  project: (event) => {
    const version = Number(event.revision) + 1;
    if (event.type === 'CampaignCancelled') {
      const { campaignId, planId = null } = event.data as { campaignId: string; planId?: string };
      const values = [campaignId, '', '', '', '1970-01-01', version, 1, recordedAt(event)];
      return { rows: [{ table: 'campaign', columns: campaignColumns, values }], planId };
    }
    const { campaignId, planId, campaignType, name, runDate } = event.data as CampaignDetails;
    const values = [campaignId, planId, campaignType, name, runDate, version, 0, recordedAt(event)];
    return { rows: [{ table: 'campaign', columns: campaignColumns, values }], planId };
  },
};

export const campaignEngagement: Projection = {
  readModel: 'campaignEngagement',
  handles: ['CampaignEngagementImported'],
  project: (event) => {
    const {
      campaignId,
      planId = null,
      rows,
    } = event.data as {
      campaignId: string;
      planId?: string;
      rows: readonly EngagementRow[];
    };
    const recorded = recordedAt(event);
    return {
      rows: rows.map(([memberId, step, at]) => ({
        table: 'campaign_engagement',
        columns: ['campaign_id', 'member_id', 'step', 'at', 'recorded_at'],
        values: [campaignId, memberId, step, clickhouseInstant(at), recorded],
      })),
      planId,
    };
  },
};

import { campaignEngagementTable, campaignsView, campaignTable } from '@superscope/contracts/read-models/campaigns';
import type { CampaignDetails, EngagementRow } from '@superscope/domain/campaign/campaign';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';
import { clickhouseInstant, recordedAt } from '../runtime/writing/instants.js';
import { rowWrite, type Projection } from '../runtime/writing/projection.js';

const running = ({ data }: RecordedEvent<CampaignDetails>) => ({ ...data, cancelled: false });

export const campaigns = documentsOf(campaignsView, 'campaignId', {
  CampaignRun: running,
  CampaignDetailsRevised: running,
  CampaignCancelled: () => ({ cancelled: true }),
});

const cancelled = { plan_id: '', campaign_type: '', name: '', run_date: '1970-01-01', is_deleted: 1 } as const;

/** Campaigns as analytics rows; a cancelled one is a deleted row. */
export const campaignRows: Projection = {
  readModel: campaignTable.announces,
  handles: ['CampaignRun', 'CampaignDetailsRevised', 'CampaignCancelled'],
  project: (event) => {
    const { campaignId, planId, campaignType, name, runDate } = event.data as CampaignDetails;
    const ofEvent = {
      campaign_id: campaignId,
      version: Number(event.revision) + 1,
      recorded_at: recordedAt(event),
    };
    const details =
      event.type === 'CampaignCancelled'
        ? cancelled
        : { plan_id: planId, campaign_type: campaignType, name, run_date: runDate, is_deleted: 0 as const };
    return { rows: [rowWrite(campaignTable, { ...ofEvent, ...details })], planId: planId ?? null };
  },
};

export const campaignEngagement: Projection = {
  readModel: campaignEngagementTable.announces,
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
    const of = { campaign_id: campaignId, recorded_at: recordedAt(event) };
    return {
      rows: rows.map(([memberId, step, at]) =>
        rowWrite(campaignEngagementTable, { ...of, member_id: memberId, step, at: clickhouseInstant(at) }),
      ),
      planId,
    };
  },
};

import { campaignEngagementTable, campaignsView, campaignTable } from '@superscope/contracts/read-models/campaigns';
import { campaignStream, type CampaignDetails } from '@superscope/domain/campaign/campaign';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { clickhouseInstant, recordedAt } from '../runtime/writing/instants.js';
import { rowWrite } from '../runtime/writing/projection.js';
import { documentsOf, projectionOf } from '../runtime/writing/stream-projection.js';

const running = ({ data }: RecordedEvent<CampaignDetails>) => ({ ...data, cancelled: false });

export const campaigns = documentsOf(
  campaignsView,
  campaignStream,
  { id: 'campaignId', ignores: ['CampaignEngagementImported'] },
  {
    CampaignRun: running,
    CampaignDetailsRevised: running,
    CampaignCancelled: () => ({ cancelled: true }),
  },
);

const rowOf = (
  event: RecordedEvent<Pick<CampaignDetails, 'campaignId' | 'planId'>>,
  details: { plan_id: string; campaign_type: string; name: string; run_date: string; is_deleted: 0 | 1 },
) => {
  const { campaignId, planId } = event.data;
  const ofEvent = { campaign_id: campaignId, version: Number(event.revision) + 1, recorded_at: recordedAt(event) };
  return { rows: [rowWrite(campaignTable, { ...ofEvent, ...details })], planId };
};
const runningRow = (event: RecordedEvent<CampaignDetails>) => {
  const { planId, campaignType, name, runDate } = event.data;
  return rowOf(event, { plan_id: planId, campaign_type: campaignType, name, run_date: runDate, is_deleted: 0 });
};

/** Campaigns as analytics rows; a cancelled one is a deleted row. */
export const campaignRows = projectionOf(
  campaignStream,
  { readModel: campaignTable.announces, ignores: ['CampaignEngagementImported'] },
  {
    CampaignRun: runningRow,
    CampaignDetailsRevised: runningRow,
    CampaignCancelled: (event) =>
      rowOf(event, { plan_id: '', campaign_type: '', name: '', run_date: '1970-01-01', is_deleted: 1 }),
  },
);

export const campaignEngagement = projectionOf(
  campaignStream,
  {
    readModel: campaignEngagementTable.announces,
    ignores: ['CampaignRun', 'CampaignDetailsRevised', 'CampaignCancelled'],
  },
  {
    CampaignEngagementImported: (event) => {
      const { campaignId, planId, rows } = event.data;
      const of = { campaign_id: campaignId, recorded_at: recordedAt(event) };
      return {
        rows: rows.map(([memberId, step, at]) =>
          rowWrite(campaignEngagementTable, { ...of, member_id: memberId, step, at: clickhouseInstant(at) }),
        ),
        planId,
      };
    },
  },
);

import { describe, it } from 'vitest';
import { given } from '../given.js';
import {
  campaignStream,
  cancelCampaign,
  engagementRowsPerEvent,
  recordCampaign,
  recordEngagement,
} from './campaign.js';
import type { CampaignDetails, CampaignEvent, EngagementRow } from './campaign.js';

const spring: CampaignDetails = {
  campaignId: 'NULL.K1',
  planId: 'NULL.ACME',
  campaignType: 'Email',
  name: 'Spring check-up',
  runDate: '2024-09-02',
};
const run: CampaignEvent = { type: 'CampaignRun', data: spring };
const cancelled: CampaignEvent = {
  type: 'CampaignCancelled',
  data: { campaignId: spring.campaignId, planId: spring.planId },
};

describe('a campaign', () => {
  it('is recorded once and revised where a field differs', () => {
    const renamed = { ...spring, name: 'Spring check' };
    given(campaignStream).when(recordCampaign(spring)).then(run);
    given(campaignStream, run).when(recordCampaign(spring)).then();
    const revised: CampaignEvent = { type: 'CampaignDetailsRevised', data: renamed };
    given(campaignStream, run).when(recordCampaign(renamed)).then(revised);
    given(campaignStream, run, revised).when(recordCampaign(renamed)).then();
  });

  it('is cancelled once, and is restored when it is imported again', () => {
    given(campaignStream, run).when(cancelCampaign).then(cancelled);
    given(campaignStream, run, cancelled).when(cancelCampaign).then();
    const restored: CampaignEvent = { type: 'CampaignDetailsRevised', data: spring };
    given(campaignStream, run, cancelled).when(recordCampaign(spring)).then(restored);
    given(campaignStream, run, cancelled, restored).when(recordCampaign(spring)).then();
    given(campaignStream, run, cancelled, restored).when(cancelCampaign).then(cancelled);
  });

  it('must have run to be cancelled or to engage anyone', () => {
    for (const decision of [cancelCampaign, recordEngagement('i1', [])])
      given(campaignStream).when(decision).thenRefuses('not-found', 'There is no such campaign.');
  });
});

describe('engagement with a campaign', () => {
  const sent: EngagementRow = ['m1', 'Sent', '2024-09-02T00:00:00.000Z'];
  const opened: EngagementRow = ['m1', 'Open Email', '2024-09-02T05:00:00.000Z'];
  const openedAgain: EngagementRow = ['m1', 'Open Email', '2024-09-03T05:00:00.000Z'];
  const engaged = (importId: string, ...rows: EngagementRow[]): CampaignEvent => ({
    type: 'CampaignEngagementImported',
    data: { campaignId: spring.campaignId, planId: spring.planId, importId, rows },
  });

  it('is recorded once for a member, step and instant', () => {
    given(campaignStream, run)
      .when(recordEngagement('i1', [sent, opened, sent]))
      .then(engaged('i1', sent, opened));
    given(campaignStream, run, engaged('i1', sent), engaged('i2', opened))
      .when(recordEngagement('i3', [sent, opened, openedAgain]))
      .then(engaged('i3', openedAgain));
    given(campaignStream, run, engaged('i1', sent))
      .when(recordEngagement('i2', [sent]))
      .then();
  });

  it('is split into several events when there are many rows', () => {
    const rows = Array.from({ length: engagementRowsPerEvent + 1 }, (_, i): EngagementRow => [
      `m${i}`,
      'Sent',
      sent[2],
    ]);
    given(campaignStream, run)
      .when(recordEngagement('i1', rows))
      .then(
        engaged('i1', ...rows.slice(0, engagementRowsPerEvent)),
        engaged('i1', ...rows.slice(engagementRowsPerEvent)),
      );
  });
});

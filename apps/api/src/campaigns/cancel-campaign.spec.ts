import type { CampaignEvent } from '@superscope/domain/campaign/campaign';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { CancelCampaign, cancelCampaignEndpoint } from './cancel-campaign.slice.js';

const run: CampaignEvent = {
  type: 'CampaignRun',
  data: { campaignId: 'EAST.C1', planId: 'EAST.P1', campaignType: 'email', name: 'Spring', runDate: '2024-09-01' },
};
const cancel = CancelCampaign.of('EAST.C1')(systemContext('cancel'));

describe('cancelling a campaign', () => {
  it('is recorded with the campaign and its plan', async () => {
    const { store, written } = storeWith({ 'campaign-EAST.C1': [run] });
    await new CancelCampaign.handler(store).execute(cancel);
    expect(written).toEqual([
      ['campaign-EAST.C1', { type: 'CampaignCancelled', data: { campaignId: 'EAST.C1', planId: 'EAST.P1' } }],
    ]);
  });

  it('of a campaign that does not exist is refused', async () => {
    const { store } = storeWith();
    await expect(new CancelCampaign.handler(store).execute(cancel)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('takes the id of a campaign, which has a platform', () => {
    expect(cancelCampaignEndpoint.readParams.safeParse({ campaignId: 'EAST.C1' }).success).toBe(true);
    expect(cancelCampaignEndpoint.readParams.safeParse({ campaignId: 'C1' }).success).toBe(false);
  });
});

import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { campaignStream, cancelCampaign } from '@superscope/domain/campaign/campaign';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const cancelCampaignEndpoint = endpoint('POST /api/campaigns/:campaignId/cancel', {
  summary: 'Takes a campaign out of lists and counts',
  right: 'corrections.write',
  params: { campaignId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'cancelled campaign',
});

/** Removes a campaign from lists and counts. */
export const CancelCampaign = decides('CancelCampaign', campaignStream, () => cancelCampaign);

@Controller()
class CancelCampaignController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(cancelCampaignEndpoint)
  cancel({ params, request }: RequestOf<typeof cancelCampaignEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, CancelCampaign.of(params.campaignId));
  }
}

@Module({ controllers: [CancelCampaignController], providers: [CancelCampaign.handler] })
export class CancelCampaignSlice {}

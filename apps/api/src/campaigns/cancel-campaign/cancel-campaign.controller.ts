import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { CancelCampaign } from './cancel-campaign.command.js';

export const cancelCampaignEndpoint = endpoint('POST /api/campaigns/:campaignId/cancel', {
  summary: 'Takes a campaign out of lists and counts',
  right: 'corrections.write',
  noted: 'cancelled campaign',
  params: { campaignId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class CancelCampaignController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(cancelCampaignEndpoint)
  cancel({ params, request }: RequestOf<typeof cancelCampaignEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new CancelCampaign(params.campaignId, by));
  }
}

import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { campaignStream, cancelCampaign } from '@superscope/domain/campaign/campaign';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
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
export class CancelCampaign extends Command<Written> {
  constructor(
    readonly campaignId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CancelCampaign)
@Injectable()
export class CancelCampaignHandler implements ICommandHandler<CancelCampaign> {
  constructor(private readonly store: EventStore) {}

  execute({ campaignId, by }: CancelCampaign): Promise<Written> {
    return this.store.transact(campaignStream, campaignId, cancelCampaign, by);
  }
}

@Controller()
class CancelCampaignController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(cancelCampaignEndpoint)
  cancel({ params, request }: RequestOf<typeof cancelCampaignEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new CancelCampaign(params.campaignId, by));
  }
}

@Module({ controllers: [CancelCampaignController], providers: [CancelCampaignHandler] })
export class CancelCampaignSlice {}

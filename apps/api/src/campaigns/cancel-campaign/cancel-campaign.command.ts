import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { campaignStream, cancelCampaign } from '@superscope/domain/campaign/campaign';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Takes a campaign out of lists and counts. */
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

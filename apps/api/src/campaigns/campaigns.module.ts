import { Module } from '@nestjs/common';
import { CancelCampaignHandler } from './cancel-campaign/cancel-campaign.command.js';
import { CancelCampaignController } from './cancel-campaign/cancel-campaign.controller.js';

@Module({ controllers: [CancelCampaignController], providers: [CancelCampaignHandler] })
export class CampaignsModule {}

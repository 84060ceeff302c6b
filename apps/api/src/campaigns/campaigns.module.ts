import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { CampaignEffectController } from './campaign-effect/campaign-effect.controller.js';
import { CampaignEffectHandler } from './campaign-effect/campaign-effect.query.js';
import { CancelCampaignHandler } from './cancel-campaign/cancel-campaign.command.js';
import { CancelCampaignController } from './cancel-campaign/cancel-campaign.controller.js';

@Module({
  imports: [AnalyticsModule],
  controllers: [CampaignEffectController, CancelCampaignController],
  providers: [CampaignEffectHandler, CancelCampaignHandler],
})
export class CampaignsModule {}

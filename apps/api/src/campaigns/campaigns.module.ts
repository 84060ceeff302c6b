import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { CampaignEffectController } from './campaign-effect/campaign-effect.controller.js';
import { CampaignEffectHandler } from './campaign-effect/campaign-effect.query.js';

@Module({
  imports: [AnalyticsModule],
  controllers: [CampaignEffectController],
  providers: [CampaignEffectHandler],
})
export class CampaignsModule {}

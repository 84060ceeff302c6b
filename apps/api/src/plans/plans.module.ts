import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { CalculationVariablesController } from './calculation-variables/calculation-variables.controller.js';
import { CalculationVariablesHandler } from './calculation-variables/calculation-variables.query.js';
import { PlanSuperScoreController } from './plan-super-score/plan-super-score.controller.js';
import { PlanSuperScoreHandler } from './plan-super-score/plan-super-score.query.js';
import { PlanController } from './plan/plan.controller.js';
import { PlanByIdHandler, PlansByNameHandler } from './plan/plan.query.js';
import { PublishPlanHandler } from './publish-plan/publish-plan.command.js';
import { PublishPlanController } from './publish-plan/publish-plan.controller.js';

@Module({
  imports: [AnalyticsModule],
  controllers: [PlanController, PlanSuperScoreController, CalculationVariablesController, PublishPlanController],
  providers: [
    PlansByNameHandler,
    PlanByIdHandler,
    PlanSuperScoreHandler,
    CalculationVariablesHandler,
    PublishPlanHandler,
  ],
})
export class PlansModule {}

import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsSummaryController } from './analytics-summary/analytics-summary.controller.js';
import { AnalyticsSummaryHandler } from './analytics-summary/analytics-summary.query.js';
import { CalculationVariablesController } from './calculation-variables/calculation-variables.controller.js';
import { CalculationVariablesHandler } from './calculation-variables/calculation-variables.query.js';
import { CountPlansByDates } from './count-by-dates/count-plans-by-dates.js';
import { PlanActionsController } from './plan-actions/plan-actions.controller.js';
import { PlanActionsHandler } from './plan-actions/plan-actions.query.js';
import { PlanCorrectionsController } from './plan-corrections/plan-corrections.controller.js';
import { PlanCorrectionsHandler } from './plan-corrections/plan-corrections.query.js';
import { PlanGroupsController } from './plan-groups/plan-groups.controller.js';
import { PlanGroupsHandler } from './plan-groups/plan-groups.query.js';
import { FlyerFiles } from './flyers/flyer-files.js';
import { RemoveFlyerHandler, UploadFlyerHandler } from './flyers/flyers.command.js';
import { FlyersController } from './flyers/flyers.controller.js';
import { PlanMembersController } from './plan-members/plan-members.controller.js';
import { PlanMembersHandler } from './plan-members/plan-members.query.js';
import { PlanPeersController } from './plan-peers/plan-peers.controller.js';
import { PlanPeersHandler } from './plan-peers/plan-peers.query.js';
import { PlanSuperScoreController } from './plan-super-score/plan-super-score.controller.js';
import { PlanSuperScoreHandler } from './plan-super-score/plan-super-score.query.js';
import { PlanController } from './plan/plan.controller.js';
import { PlanByIdHandler, PlansByNameHandler } from './plan/plan.query.js';
import { PlansCompletenessController } from './plans-completeness/plans-completeness.controller.js';
import { PlansCompletenessHandler } from './plans-completeness/plans-completeness.query.js';
import { PlansOverviewController } from './plans-overview/plans-overview.controller.js';
import { PlansOverviewHandler } from './plans-overview/plans-overview.query.js';

@Module({
  imports: [AnalyticsModule],
  controllers: [
    AnalyticsSummaryController,
    FlyersController,
    CalculationVariablesController,
    PlanActionsController,
    PlanController,
    PlanCorrectionsController,
    PlanGroupsController,
    PlanMembersController,
    PlanPeersController,
    PlanSuperScoreController,
    PlansCompletenessController,
    PlansOverviewController,
  ],
  providers: [
    AnalyticsSummaryHandler,
    CountPlansByDates,
    FlyerFiles,
    RemoveFlyerHandler,
    UploadFlyerHandler,
    PlansByNameHandler,
    PlanActionsHandler,
    PlanByIdHandler,
    PlanCorrectionsHandler,
    PlanGroupsHandler,
    PlanMembersHandler,
    PlanPeersHandler,
    PlanSuperScoreHandler,
    PlansCompletenessHandler,
    PlansOverviewHandler,
    CalculationVariablesHandler,
  ],
})
export class PlansModule {}

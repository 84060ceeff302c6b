import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ActivityModule } from './activity/activity.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { ChangesModule } from './changes/changes.module.js';
import { FreshnessInterceptor } from './changes/freshness.interceptor.js';
import { CompaniesModule } from './companies/companies.module.js';
import { CsvModule } from './csv/csv.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import type { Env } from './env.js';
import { MembersModule } from './members/members.module.js';
import { NewsModule } from './news/news.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { EnginesModule } from './platform/engines.module.js';
import { NotedChanges } from './platform/access/noted-changes.interceptor.js';
import { PolicyGuard } from './platform/access/policy.guard.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { WaitingRequestsGuard } from './platform/http/waiting-requests.guard.js';
import { AsOfInterceptor } from './platform/read-set/as-of.interceptor.js';
import { ReadSets } from './platform/read-set/read-sets.js';
import { HistoryModule } from './history/history.module.js';
import { PlansModule } from './plans/plans.module.js';
import { UsersModule } from './users/users.module.js';
import { WatchesModule } from './watches/watches.module.js';

@Module({
  imports: [
    CqrsModule.forRoot(),
    ActivityModule,
    AnalyticsModule,
    AuthenticationModule,
    CampaignsModule,
    ChangesModule,
    CompaniesModule,
    CsvModule,
    DocumentsModule,
    HistoryModule,
    MembersModule,
    NewsModule,
    OperationsModule,
    PlansModule,
    UsersModule,
    WatchesModule,
  ],
  providers: [
    { provide: APP_GUARD, useClass: PolicyGuard },
    { provide: APP_GUARD, useClass: WaitingRequestsGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: FreshnessInterceptor },
    { provide: APP_INTERCEPTOR, useClass: NotedChanges },
    ReadSets,
    { provide: APP_INTERCEPTOR, useClass: AsOfInterceptor },
  ],
})
export class AppModule {
  /** The whole api on the engines that these settings name. */
  static with(env: Env): DynamicModule {
    return { module: AppModule, imports: [EnginesModule.for(env)] };
  }
}

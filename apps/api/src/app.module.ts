import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { areas } from './areas.js';
import { FreshnessInterceptor } from './changes/freshness.interceptor.js';
import type { Env } from './env.js';
import { EnginesModule } from './platform/engines.module.js';
import { NotedChanges } from './platform/access/noted-changes.interceptor.js';
import { PolicyGuard } from './platform/access/policy.guard.js';
import { FileReadings } from './platform/http/file-readings.interceptor.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { WaitingRequests } from './platform/http/waiting-requests.interceptor.js';
import { AsOfInterceptor } from './platform/read-set/as-of.interceptor.js';
import { TimesModule } from './platform/speed/times.module.js';
import { ReadSetsModule } from './platform/read-set/read-sets.module.js';

@Module({
  imports: [CqrsModule.forRoot(), ReadSetsModule, TimesModule, ...areas],
  providers: [
    { provide: APP_GUARD, useClass: PolicyGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: WaitingRequests },
    { provide: APP_INTERCEPTOR, useClass: FileReadings },
    { provide: APP_INTERCEPTOR, useClass: FreshnessInterceptor },
    { provide: APP_INTERCEPTOR, useClass: NotedChanges },
    { provide: APP_INTERCEPTOR, useClass: AsOfInterceptor },
  ],
})
export class AppModule {
  /** The whole api on the engines that these settings name. */
  static with(env: Env): DynamicModule {
    return { module: AppModule, imports: [EnginesModule.for(env)] };
  }
}

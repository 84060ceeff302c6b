import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { Injectable, Module, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { CubejsController } from '@superscope/api/analytics/cubejs.slice';
import { FiguresController } from '@superscope/api/analytics/figures.slice';
import { AnalyticsService, type AnalyticsOptions } from '@superscope/api/analytics/load/analytics-service';
import { connectForQueries, type QueryClient } from '@superscope/api/platform/clickhouse/query-client';
import { StaffQuestions } from '@superscope/api/analytics/staff-questions';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import type { PublishingVault } from '@superscope/api/analytics/load/publishing-keys';
import { testVault } from './sample-editions.js';
import type { Principal } from '@superscope/api/platform/access/principal';
import { ProblemFilter } from '@superscope/api/platform/http/problem.filter';
import { startClickhouse } from '@superscope/embedded/clickhouse/clickhouse-engine';
import { makeTables } from '@superscope/projector/analytics-schema/analytics-schema';
import type { FastifyRequest } from 'fastify';

/** The query service over HTTP on a real engine. A token names the signed-in user. */
export interface QueryService {
  url: string;
  versions: ChangeCounters;
  signIn(token: string, principal: Pick<Principal, 'role' | 'scope'>): void;
  stop(): Promise<void>;
}

const principals = new Map<string, Principal>();

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const principal = principals.get(request.headers.authorization ?? '');
    if (principal) request.principal = principal;
    return principal !== undefined;
  }
}

export interface Engine {
  client: ClickHouseClient;
  /** The product's own client. */
  queries: QueryClient;
  url: string;
  stop(): Promise<void>;
}

export async function startEngine(): Promise<Engine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'analytics-'));
  const engine = await startClickhouse({ dataDir });
  const client = createClient({
    url: engine.url,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  await makeTables(client, { cluster: null });
  const queries = connectForQueries(engine.url);
  return {
    client,
    queries,
    url: engine.url,
    stop: async () => {
      await queries.close();
      await client.close();
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function serveQueries(
  client: QueryClient,
  options: Partial<AnalyticsOptions> = {},
  now: () => Date = () => new Date('2026-06-15T02:00:00Z'),
  vault: PublishingVault = testVault,
): Promise<QueryService> {
  const versions = new ChangeCounters();

  @Module({
    controllers: [CubejsController, FiguresController],
    providers: [
      { provide: AnalyticsService, useFactory: () => new AnalyticsService(client, versions, vault, options, now) },
      { provide: StaffQuestions, useValue: { note: () => undefined } },
      { provide: APP_GUARD, useClass: TokenGuard },
      { provide: APP_FILTER, useClass: ProblemFilter },
    ],
  })
  class QueryServiceModule {}

  const app = await NestFactory.create<NestFastifyApplication>(
    QueryServiceModule,
    new FastifyAdapter({ forceCloseConnections: true }),
    {
      logger: false,
      abortOnError: false,
    },
  );
  await app.listen(0, '127.0.0.1');
  return {
    url: `${await app.getUrl()}/cubejs-api/v1`,
    versions,
    signIn: (token, principal) => {
      principals.set(token, { userId: token, username: token, name: null, ...principal });
    },
    stop: () => app.close(),
  };
}

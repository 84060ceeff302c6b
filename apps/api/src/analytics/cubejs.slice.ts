import { Controller, Module, UseFilters } from '@nestjs/common';
import {
  analyticsProblem,
  dryRunAnswer,
  type DryRunAnswer,
  loadAnswer,
  loadResult,
  sqlAnswer,
  type SqlAnswer,
} from '@superscope/contracts/analytics/answer';
import { metaAnswer } from '@superscope/contracts/analytics/meta';
import { analyticsQuery } from '@superscope/contracts/analytics/query';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { WrittenJson } from '../platform/endpoint/answers.js';
import { described } from '../platform/endpoint/described.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { AnalyticsModule } from './analytics.module.js';
import { audienceOf } from './audience.js';
import { untilGone } from './client-gone.js';
import { CubejsProblemFilter } from './cubejs-problem.filter.js';
import { AnalyticsService } from './load/analytics-service.js';
import { meta } from './model/meta.js';
import { StaffQuestions } from './staff-questions.js';

const metaBody = JSON.stringify(meta);

/**
 * The request of `@cubejs-client/core`. The query is validated when it is compiled, with messages in the client's terms; these schemas only
 * describe its shape. `cache` is ignored: an answer is never older than its figures.
 */
const beside = { queryType: described(z.string()), cache: described(z.string()) };
const question = z.strictObject({ query: described(z.string()), ...beside }).partial();
/** The query is JSON text, which may be written in lines. Its own texts are checked when it is parsed. */
const asked = { query: question, severalLines: ['query'] } as const;
const posted = z
  .strictObject({ query: described(z.union([analyticsQuery, z.array(analyticsQuery)])), ...beside })
  .partial()
  .nullish();

const queryService = { right: 'portal.read', problem: analyticsProblem, verbatim: ['query'] } as const;
const loading = {
  ...queryService,
  answers: { 200: new WrittenJson(z.union([loadAnswer, loadResult])) },
  problems: { 504: null },
} as const;
const dryRunning = { ...queryService, answers: { 200: dryRunAnswer } } as const;

const metaEndpoint = endpoint('GET /cubejs-api/v1/meta', {
  ...queryService,
  inDocuments: true,
  asOf: true,
  summary: 'The cubes with their measures, dimensions and segments',
  answers: { 200: new WrittenJson(metaAnswer) },
});

export const loadEndpoint = endpoint('GET /cubejs-api/v1/load', {
  ...loading,
  summary: 'Answers a query, which is JSON text',
  ...asked,
});

export const postedLoadEndpoint = endpoint('POST /cubejs-api/v1/load', {
  ...loading,
  summary: 'Answers a query',
  body: posted,
  onlyAsks: true,
  inDocuments: true,
  asOf: true,
});

export const subscribeEndpoint = endpoint('GET /cubejs-api/v1/subscribe', {
  ...loading,
  summary: 'The same as load; the client asks again every five seconds',
  ...asked,
});

export const postedSubscribeEndpoint = endpoint('POST /cubejs-api/v1/subscribe', {
  ...loading,
  summary: 'The same as load; the client asks again every five seconds',
  body: posted,
  onlyAsks: true,
});

export const dryRunEndpoint = endpoint('GET /cubejs-api/v1/dry-run', {
  ...dryRunning,
  summary: 'The normalised form of a query, without its answer',
  ...asked,
});

export const postedDryRunEndpoint = endpoint('POST /cubejs-api/v1/dry-run', {
  ...dryRunning,
  summary: 'The normalised form of a query, without its answer',
  body: posted,
  onlyAsks: true,
});

const statementOf = {
  ...queryService,
  summary: 'The SQL statement of a query, for staff with X-Audience: staff',
  answers: { 200: sqlAnswer },
} as const;

export const sqlEndpoint = endpoint('GET /cubejs-api/v1/sql', { ...statementOf, ...asked });

export const postedSqlEndpoint = endpoint('POST /cubejs-api/v1/sql', { ...statementOf, body: posted, onlyAsks: true });

type Question = z.output<typeof question>;

/** The query service, in the protocol of `@cubejs-client/core`. Answers are serialized text. */
@Controller()
@UseFilters(CubejsProblemFilter)
export class CubejsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly staffQuestions: StaffQuestions,
  ) {}

  @Endpoint(metaEndpoint)
  meta(): string {
    return metaBody;
  }

  @Endpoint(loadEndpoint)
  load(asked: RequestOf<typeof loadEndpoint>, reply: FastifyReply): Promise<string> {
    return this.answer(asked.query, asked, reply);
  }

  @Endpoint(postedLoadEndpoint)
  loadPosted(asked: RequestOf<typeof postedLoadEndpoint>, reply: FastifyReply): Promise<string> {
    return this.answer(asked.body, asked, reply);
  }

  /** Unchanged answers come from the cache. */
  @Endpoint(subscribeEndpoint)
  subscribe(asked: RequestOf<typeof subscribeEndpoint>, reply: FastifyReply): Promise<string> {
    return this.answer(asked.query, asked, reply);
  }

  @Endpoint(postedSubscribeEndpoint)
  subscribePosted(asked: RequestOf<typeof postedSubscribeEndpoint>, reply: FastifyReply): Promise<string> {
    return this.answer(asked.body, asked, reply);
  }

  @Endpoint(dryRunEndpoint)
  dryRun({ query, caller, request }: RequestOf<typeof dryRunEndpoint>): DryRunAnswer {
    return this.analytics.dryRun(query.query, caller, audienceOf(request));
  }

  @Endpoint(postedDryRunEndpoint)
  dryRunPosted({ body, caller, request }: RequestOf<typeof postedDryRunEndpoint>): DryRunAnswer {
    return this.analytics.dryRun(body?.query, caller, audienceOf(request));
  }

  @Endpoint(sqlEndpoint)
  sql({ query, caller, request }: RequestOf<typeof sqlEndpoint>): SqlAnswer {
    return this.analytics.sql(query.query, caller, audienceOf(request));
  }

  @Endpoint(postedSqlEndpoint)
  sqlPosted({ body, caller, request }: RequestOf<typeof postedSqlEndpoint>): SqlAnswer {
    return this.analytics.sql(body?.query, caller, audienceOf(request));
  }

  private async answer(
    asked: Question | null | undefined,
    { caller, request }: Pick<RequestOf<object>, 'caller' | 'request'>,
    reply: FastifyReply,
  ): Promise<string> {
    const gone = untilGone(reply);
    const form = asked?.queryType === 'multi' ? 'all' : 'first';
    const audience = audienceOf(request);
    const { body, toNote } = await this.analytics.loadBody(asked?.query, form, caller, audience, gone);
    this.staffQuestions.note(request, toNote);
    return body;
  }
}

@Module({ imports: [AnalyticsModule], controllers: [CubejsController] })
export class CubejsSlice {}

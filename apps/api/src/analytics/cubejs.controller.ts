import { Body, Controller, Get, Header, HttpCode, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { DryRunAnswer } from '@superscope/contracts/analytics/answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../platform/access/caller.js';
import { Policy, Reads } from '../platform/access/policy.js';
import { audienceOf } from './audience.js';
import { CubejsProblemFilter } from './cubejs-problem.filter.js';
import { AnalyticsService } from './load/analytics-service.js';
import { meta } from './model/meta.js';
import { StaffQuestions } from './staff-questions.js';
import { ofRequest, refuseUnknown } from './query/known-keys.js';

const metaBody = JSON.stringify(meta);
const json = 'application/json; charset=utf-8';

interface Params {
  query?: unknown;
  queryType?: unknown;
}

/** The query service as `@cubejs-client/core` speaks it (docs: analytics-api). Answers are text that is ready to be sent. */
@Controller('cubejs-api/v1')
@UseFilters(CubejsProblemFilter)
export class CubejsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly staffQuestions: StaffQuestions,
  ) {}

  @Get('meta')
  @Policy('portal.read')
  @Header('content-type', json)
  meta(): string {
    return metaBody;
  }

  @Get('load')
  @Policy('portal.read')
  @Header('content-type', json)
  load(@Query() params: Params, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(params, request, reply);
  }

  @Post('load')
  @HttpCode(200)
  @Reads()
  @Policy('portal.read')
  @Header('content-type', json)
  loadPosted(@Body() body: Params, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(body, request, reply);
  }

  /** The client asks again every five seconds; what has not changed comes from the cache. */
  @Get('subscribe')
  @Policy('portal.read')
  @Header('content-type', json)
  subscribe(@Query() params: Params, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(params, request, reply);
  }

  @Post('subscribe')
  @HttpCode(200)
  @Reads()
  @Policy('portal.read')
  @Header('content-type', json)
  subscribePosted(
    @Body() body: Params,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answer(body, request, reply);
  }

  @Get('dry-run')
  @Policy('portal.read')
  dryRun(@Query() params: Params, @Req() request: FastifyRequest): DryRunAnswer {
    refuseUnknown(params, ofRequest, 'A request');
    return this.analytics.dryRun(params.query, callerOf(request), audienceOf(request));
  }

  @Post('dry-run')
  @HttpCode(200)
  @Reads()
  @Policy('portal.read')
  dryRunPosted(@Body() body: Params, @Req() request: FastifyRequest): DryRunAnswer {
    refuseUnknown(body, ofRequest, 'A request');
    return this.analytics.dryRun(body?.query, callerOf(request), audienceOf(request));
  }

  private async answer(params: Params | undefined, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    refuseUnknown(params, ofRequest, 'A request');
    const gone = new AbortController();
    const leave = () => {
      if (!reply.raw.writableFinished) gone.abort(new ClientGone());
    };
    reply.raw.once('close', leave);
    if (reply.raw.destroyed) leave();
    const multi = params?.queryType === 'multi';
    const audience = audienceOf(request);
    const { body, told } = await this.analytics.loadBody(
      params?.query,
      multi,
      callerOf(request),
      audience,
      gone.signal,
    );
    this.staffQuestions.note(request, told);
    return body;
  }
}

/** Nobody is left to answer. */
export class ClientGone extends Error {}

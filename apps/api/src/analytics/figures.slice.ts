import { Controller, Module } from '@nestjs/common';
import { figuresAnswer } from '@superscope/contracts/analytics/figures-answer';
import { mostQuestions } from '@superscope/contracts/analytics/most-questions';
import { analyticsQuery } from '@superscope/contracts/analytics/query';
import type { FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import { z } from 'zod';
import { WrittenJson } from '../platform/endpoint/answers.js';
import { described } from '../platform/endpoint/described.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AnalyticsModule } from './analytics.module.js';
import { audienceFor } from './audience.js';
import { untilGone } from './client-gone.js';
import { analyticsProblemOf } from './cubejs-problem.filter.js';
import { AnalyticsService } from './load/analytics-service.js';
import { StaffQuestions } from './staff-questions.js';

/** Each question is validated when it is compiled, and refused on its own. */
const questions = z.strictObject({
  queries: z
    .array(described(analyticsQuery))
    .min(1, 'No question is asked.')
    .max(mostQuestions, `At most ${mostQuestions} questions can be asked together.`),
});

export const figuresEndpoint = endpoint('POST /api/figures', {
  summary: 'Answers the questions of a screen as the query service does, without repeating them',
  right: 'portal.read',
  body: questions,
  onlyAsks: true,
  inDocuments: true,
  asOf: true,
  answers: { 200: new WrittenJson(figuresAnswer) },
});

/** How many questions of one request are answered concurrently: as many as a browser would send in parallel. */
const atOnce = 6;

/** The figures of a screen in one request. */
@Controller()
export class FiguresController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly staffQuestions: StaffQuestions,
  ) {}

  @Endpoint(figuresEndpoint)
  async figures({ body, caller, request }: RequestOf<typeof figuresEndpoint>, reply: FastifyReply): Promise<string> {
    const audience = audienceFor(request, caller);
    const gone = untilGone(reply);
    const limit = pLimit(atOnce);
    const answers = await Promise.all(
      body.queries.map((query) =>
        limit(async () => {
          try {
            const { body: written, toNote } = await this.analytics.loadBody(query, 'figures', caller, audience, gone);
            this.staffQuestions.note(request, toNote);
            return `{"status":200,"figures":${written}}`;
          } catch (error) {
            // The client has disconnected.
            if (gone.aborted) return '';
            const [status, problem] = analyticsProblemOf(error, request);
            // An engine that is unavailable is unavailable for every question.
            if (status === 503) throw new Refusal(503, { message: problem.error });
            return JSON.stringify({ status, ...problem });
          }
        }),
      ),
    );
    return `{"answers":[${answers.join(',')}]}`;
  }
}

@Module({ imports: [AnalyticsModule], controllers: [FiguresController] })
export class FiguresSlice {}

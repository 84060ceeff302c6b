import { Controller, Module } from '@nestjs/common';
import { publicReportCheck, reportCodeText, type PublicReportCheck } from '@superscope/contracts/report-check';
import { z } from 'zod';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { SignInAttempts, WrongGuess } from '../authentication/sign-in/attempts.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { isOfEngaged, MadeReports } from './made-reports.js';
import { ReportsModule } from './reports.module.js';

const publicReportCheckEndpoint = endpoint('GET /api/reportCheck', {
  summary:
    'Whether the portal made a report with the `code` on its back page, for everybody: when, for which period and with which digests; never of which plan. Wrong codes are limited as wrong passwords are, by a count of their own',
  right: 'public',
  query: z.strictObject({ code: reportCodeText }),
  answers: { 200: publicReportCheck },
  problems: { 404: null, 429: null },
});

@Controller()
class PublicReportCheckController {
  constructor(
    private readonly reports: MadeReports,
    private readonly attempts: SignInAttempts,
  ) {}

  @Endpoint(publicReportCheckEndpoint)
  check({ query, request }: RequestOf<typeof publicReportCheckEndpoint>): Promise<PublicReportCheck> {
    return this.attempts.guess('reportCode', { address: request.ip }, () => this.told(query.code));
  }

  private async told(code: string): Promise<PublicReportCheck> {
    const made = await this.reports.byCodeForEverybody(code);
    if (made === null) throw new WrongGuess(404, { message: 'No report has this code.' });
    return {
      madeAt: made.endedAt!.toISOString(),
      start: made.start ?? null,
      end: made.end ?? null,
      pages: made.pages ?? null,
      engagedOnly: isOfEngaged(made),
      moment: made.moment?.toISOString() ?? made.terms?.['moment'] ?? null,
      asItStood: made.kind === 'reportAsItStood',
      pdfSha256: made.pdfSha256,
      figuresSha256: made.figuresSha256 ?? null,
    };
  }
}

@Module({ imports: [AuthenticationModule, ReportsModule], controllers: [PublicReportCheckController] })
export class PublicReportCheckSlice {}

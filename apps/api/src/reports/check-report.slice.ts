import { createHash } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import { reportCheck, reportCodeText, type EditedPlace, type ReportCheck } from '@superscope/contracts/report-check';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { whenGone } from '../platform/http/gone.js';
import { AccessLog } from '../platform/access/access-log.js';
import { may } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import type { SpooledFile } from '../platform/http/spooled-upload.js';
import { withSpooledPdf } from '../platform/pdf/pdf-upload.js';
import { MadeFiles } from '../work/made-files.js';
import { DrawingsComparison } from './compared-drawings.js';
import { editedPlaces } from './edited-places.js';
import { figuresFrom, MadeReports, type MadeReport } from './made-reports.js';
import type { ReadReport } from './read-report.js';
import { differences, figuresIn } from './report-figures.js';
import { ReportReading } from './report-reading.js';
import { ReportsModule } from './reports.module.js';

const checkReportEndpoint = endpoint('POST /api/reports/check', {
  summary:
    'Whether a report of a plan in reach was made here and is unchanged: by the `code` on its back page, or by its PDF of at most 20 MB in the form field `file`',
  right: 'reports.check',
  readsHistory: true,
  readsFile: true,
  query: z.strictObject({ code: reportCodeText.optional() }),
  body: new Media('multipart/form-data'),
  answers: { 200: reportCheck },
  problems: { 413: null, 415: null },
});

const unknown: Omit<ReportCheck, 'report'> = {
  unchanged: 'unknown',
  edited: [],
  pagesCompared: false,
  figures: 'none',
};
const mostFigures = 20;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

@Controller()
class CheckReportController {
  constructor(
    private readonly reports: MadeReports,
    private readonly files: MadeFiles,
    private readonly reading: ReportReading,
    private readonly drawings: DrawingsComparison,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(checkReportEndpoint)
  async check(
    { query, caller, request }: RequestOf<typeof checkReportEndpoint>,
    reply: FastifyReply,
  ): Promise<ReportCheck> {
    const { code } = query;
    const gone = whenGone(reply);
    const found =
      code === undefined
        ? await withSpooledPdf(request, (pdf) => this.file(pdf, caller, gone))
        : await this.code(code, caller);
    const { userId, role } = caller;
    this.access.note(request, {
      userId,
      role,
      action: 'checked report',
      object: found.report?.workId ?? 'unknown',
      planId: found.report?.planId ?? null,
      rows: null,
      outcome: 'ok',
      filter: { by: code === undefined ? 'file' : 'code', unchanged: found.unchanged },
    });
    return found;
  }

  private async code(code: string, caller: Principal): Promise<ReportCheck> {
    const made = await this.reports.byCode(code, caller);
    if (made === null) return { report: null, ...unknown };
    const kept = await this.files.read(made.pdfSha256);
    return {
      report: await this.reports.told(made, caller),
      unchanged: kept === null ? 'unknown' : sha256(kept) === made.pdfSha256 ? 'yes' : 'no',
      edited: [],
      pagesCompared: false,
      figures: await this.figures(made),
    };
  }

  private async file(
    { name, file }: { name: string; file: SpooledFile },
    caller: Principal,
    gone: AbortSignal,
  ): Promise<ReportCheck> {
    const made = await this.reports.byDigest(file.sha256, caller);
    if (made !== null) {
      const figures = await this.figures(made);
      return {
        report: await this.reports.told(made, caller),
        unchanged: 'yes',
        edited: [],
        pagesCompared: false,
        figures: figures === 'gone' ? await this.attached(made, file, gone) : figures,
      };
    }
    const read = await this.reading.read(file, gone);
    if ('refused' in read) throw new Refusal(400, { message: `‘${name}.pdf’ cannot be checked. ${read.refused}` });
    const claimed = await this.claimed(read, caller);
    if (claimed === null) return { report: null, ...unknown };
    return {
      report: await this.reports.told(claimed, caller),
      unchanged: 'no',
      ...(await this.edited(read, file, claimed, caller, gone)),
      figures: await this.figures(claimed),
    };
  }

  /** The report whose code a file names: with its figures, or on its pages. */
  private async claimed({ figures, texts }: ReadReport, caller: Principal): Promise<MadeReport | null> {
    const attached = figures === null ? null : figuresFrom(figures);
    const printed = texts.flatMap((text) => text.match(/\b[A-Z2-9]{4} ?[A-Z2-9]{4} ?[A-Z2-9]{4}\b/g) ?? []);
    const codes = [...(attached === null ? [] : [attached.code]), ...printed.reverse()];
    for (const code of new Set(codes.map((text) => text.replaceAll(' ', '')).slice(0, 50))) {
      const made = await this.reports.byCode(code, caller);
      if (made !== null) return made;
    }
    return null;
  }

  /** What an edited file says otherwise than the made one, as far as the latter is kept. */
  private async edited(
    { figures, texts }: ReadReport,
    file: SpooledFile,
    made: MadeReport,
    { role }: Principal,
    gone: AbortSignal,
  ): Promise<Pick<ReportCheck, 'edited' | 'pagesCompared' | 'drawn'>> {
    const [kept, original] = await Promise.all([this.reports.figuresOf(made), this.files.read(made.pdfSha256)]);
    const attached = figures === null ? null : figuresFrom(figures);
    const ofFigures =
      kept === null || attached === null
        ? []
        : differences(kept.figures.flatMap(figuresIn), attached.figures.flatMap(figuresIn));
    const originalRead = original === null ? null : await this.reading.read(original, gone);
    const originalTexts = originalRead === null || 'refused' in originalRead ? null : originalRead.texts;
    const onPages = originalTexts === null ? null : editedPlaces(texts, originalTexts);
    const drawn =
      original === null || originalTexts === null
        ? null
        : await this.drawings.of(
            { bytes: original, texts: originalTexts },
            { file, texts },
            may(role, 'reports.check-fully'),
            gone,
          );
    const places: EditedPlace[] = [
      ...(kept !== null && attached === null
        ? [{ where: 'The figures attached to it', reads: 'none', kept: 'figures.json' }]
        : []),
      ...ofFigures.slice(0, mostFigures).map(({ figure, text }) => ({
        where: `${figure.name}, in the figures attached to it`,
        reads: text,
        kept: figure.text,
      })),
      ...(onPages ?? []),
    ];
    return { edited: places, pagesCompared: onPages !== null, ...(drawn !== null && { drawn }) };
  }

  private async figures({ figuresSha256 }: MadeReport): Promise<ReportCheck['figures']> {
    if (figuresSha256 == null) return 'none';
    return (await this.files.of([figuresSha256])).has(figuresSha256) ? 'kept' : 'gone';
  }

  /** Takes the figures back from a file that is the made one, so that they can be compared. */
  private async attached(
    { figuresSha256 }: MadeReport,
    file: SpooledFile,
    gone: AbortSignal,
  ): Promise<ReportCheck['figures']> {
    const read = await this.reading.read(file, gone);
    if ('refused' in read || read.figures === null || sha256(read.figures) !== figuresSha256) return 'gone';
    await this.files.keep(Buffer.from(read.figures));
    return 'kept';
  }
}

@Module({
  imports: [ReportsModule],
  controllers: [CheckReportController],
  providers: [DrawingsComparison, ReportReading],
})
export class CheckReportSlice {}

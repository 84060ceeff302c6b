import { Injectable, type OnModuleInit } from '@nestjs/common';
import { report, type ReportRequest, type ReportResult } from '@superscope/domain/report/report';
import { DocumentMaker, type DocumentAsked } from '../documents/document-maker.js';
import { WorkKinds, type StepGiven, type WorkKind } from '../work/work-kind.js';
import { MadeFiles } from '../work/made-files.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { withReadSet } from '../platform/read-set/read-set.js';
import { ReadSets } from '../platform/read-set/read-sets.js';
import { PdfPages } from '../report-templates/pdf-pages.js';
import { keptFor } from './kept-for.js';
import { FiguresReading } from './figures-reading.js';
import { ReportDocuments, type Prepared } from './report-documents.js';

/** What the step of printing leaves for the result. */
type Made = Omit<ReportResult, 'planId' | 'kind'>;

interface MadeDocument {
  pdf: Buffer;
  /** Null for documents that keep no figures; so are the others. */
  figures: Buffer | null;
  pages: number | null;
  moment: string | null;
}

/** Making documents in the background. */
@Injectable()
export class ReportWork implements OnModuleInit {
  constructor(
    private readonly kinds: WorkKinds,
    private readonly documents: ReportDocuments,
    private readonly maker: DocumentMaker,
    private readonly files: MadeFiles,
    private readonly reading: FiguresReading,
    private readonly pdfPages: PdfPages,
    private readonly sets: ReadSets,
  ) {}

  onModuleInit(): void {
    const kind: WorkKind<ReportRequest, ReportResult, 'Report', 'ReportMade'> = {
      manager: report,
      // Chromium prints two at a time without one of them waiting for a core.
      mostAtOnce: 2,
      mostOfOnePerson: 1,
      steps: [
        {
          key: 'file',
          name: 'Drawing and printing',
          run: async (given) => {
            const { request, caller } = given;
            const prepared = await this.documents.prepare(request, caller);
            const { fileName, period, code } = prepared;
            const { pdf, figures, pages, moment } = await this.make(prepared, given);
            const pdfSha256 = await this.files.keep(pdf);
            const figuresSha256 = figures === null ? null : await this.files.keep(figures);
            // The report is checked by them years after its file is gone.
            if (figuresSha256 !== null) await this.files.pin([figuresSha256], keptFor(new Date()));
            return JSON.stringify({
              pdfSha256,
              figuresSha256,
              fileName,
              start: period?.start ?? null,
              end: period?.end ?? null,
              code,
              ...(pages !== null && { pages }),
              ...(moment !== null && { moment }),
            } satisfies Made);
          },
        },
      ],
      result: ({ request: { planId, kind: document }, done }) => {
        // Steps that were done by an earlier release kept no figures.
        const made: Made = { figuresSha256: null, ...(JSON.parse(done['file']!) as Omit<Made, 'figuresSha256'>) };
        return { planId, kind: document, ...made };
      },
    };
    this.kinds.add(kind);
  }

  private async make(
    { asked, title, template, period, code, viewId }: Prepared,
    { request, caller, signal, tell }: StepGiven<ReportRequest>,
  ): Promise<MadeDocument> {
    if (period === null || code === null)
      return { pdf: await this.maker.make(asked, caller, signal), figures: null, pages: null, moment: null };
    const { kind: document, planId, companyId, terms } = request;
    const set = viewId === null ? null : await this.sets.of(viewId);
    if (viewId !== null && set === null)
      throw new Refusal(409, { message: 'This view of the past is not kept any more. Please ask for it again.' });
    const within = <Value>(run: () => Value): Value => (set === null ? run() : withReadSet(set, run));
    const read = await within(() => this.reading.now(planId, period, signal));
    const stated = set === null ? withMoment(asked, read.kept.moment) : asked;
    const about = { document, planId, companyId, terms: { ...terms }, ...period, code, ...read.kept };
    const moment = terms['moment'] ?? read.kept.moment;
    const made = await this.maker.makeKeeping(stated, { title, about }, caller, signal, ({ done, total }) =>
      tell({ done, total, unit: 'pages' }),
    );
    await within(() => this.reading.requireSame(planId, read, signal));
    if (template === null) return { ...made, moment };
    // Loaded only for the first report with a template: it takes half a second and 26 MB.
    const { withPdfPages } = await import('../report-templates/with-pdf-pages.js');
    return { ...made, moment, pdf: await withPdfPages(made.pdf, await this.pdfPages.of(template)) };
  }
}

/** The back page says by when its figures were recorded. A report of a view says the view's moment on every page. */
const withMoment = (asked: DocumentAsked, moment: string): DocumentAsked => ({
  ...asked,
  path: `${asked.path}&${new URLSearchParams({ moment })}`,
});

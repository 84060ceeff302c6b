import { Injectable, type OnModuleInit } from '@nestjs/common';
import { report, type ReportRequest, type ReportResult } from '@superscope/domain/report/report';
import { DocumentMaker } from '../documents/document-maker.js';
import { WorkKinds, type WorkKind } from '../work/work-kind.js';
import { MadeFiles } from '../work/made-files.js';
import { ReportDocuments } from './report-documents.js';

/** What the step of printing leaves for the result. */
type Made = Pick<ReportResult, 'pdfSha256' | 'fileName' | 'start' | 'end' | 'code'>;

/** Making documents in the background. */
@Injectable()
export class ReportWork implements OnModuleInit {
  constructor(
    private readonly kinds: WorkKinds,
    private readonly documents: ReportDocuments,
    private readonly maker: DocumentMaker,
    private readonly files: MadeFiles,
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
          run: async ({ request, caller, signal }) => {
            const { asked, fileName, period, code } = await this.documents.prepare(request, caller);
            const pdfSha256 = await this.files.keep(await this.maker.make(asked, caller, signal));
            return JSON.stringify({
              pdfSha256,
              fileName,
              start: period?.start ?? null,
              end: period?.end ?? null,
              code,
            } satisfies Made);
          },
        },
      ],
      result: ({ request: { planId, kind: document }, done }) => {
        const made = JSON.parse(done['file']!) as Made;
        return { planId, kind: document, figuresSha256: null, ...made };
      },
    };
    this.kinds.add(kind);
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { report, type ReportRequest, type ReportResult } from '@superscope/domain/report/report';
import { DocumentMaker } from '../documents/document-maker.js';
import { WorkKinds, type WorkKind } from '../work/work-kind.js';
import { MadeFiles } from '../work/made-files.js';
import { ReportDocuments } from './report-documents.js';

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
            const { asked, fileName } = await this.documents.prepare(request, caller);
            const digest = await this.files.keep(await this.maker.make(asked, caller, signal));
            return `${digest} ${fileName}`;
          },
        },
      ],
      result: ({ request: { planId, kind: document }, done }) => {
        const [, pdfSha256, fileName] = /^(\w+) (.*)$/.exec(done['file']!)!;
        return { planId, kind: document, fileName: fileName!, pdfSha256: pdfSha256!, figuresSha256: null };
      },
    };
    this.kinds.add(kind);
  }
}

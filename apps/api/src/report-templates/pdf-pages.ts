import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { pdfPageText, type PdfPageSource } from '@superscope/contracts/plan-report';
import { inSequence, type ReportTemplate } from '@superscope/domain/report-template/report-template';
import { ServedPdfs } from '../stored-pdfs/served-pdfs.js';
import { PdfFiles } from './pdf-files.js';
import { PdfResources } from './pdf-resources.slice.js';
import type { PdfPage } from './with-pdf-pages.js';

/** The pages of PDFs that stand in a template's report. */
@Injectable()
export class PdfPages {
  constructor(
    private readonly resources: PdfResources,
    private readonly files: PdfFiles,
    private readonly served: ServedPdfs,
  ) {}

  /** What a report says of them, by the page's id. A page whose file is gone or refused, or has fewer pages, is missing. */
  async sourcesOf({ platformId, pages }: ReportTemplate): Promise<Map<string, PdfPageSource>> {
    const sources = new Map<string, PdfPageSource>();
    for (const { pageId, sourceFilename, sourcePageNumber } of inSequence(pages)) {
      const pdf = sourceFilename === null ? null : await this.resources.one(platformId, sourceFilename);
      if (pdf === null || sourcePageNumber === null || sourcePageNumber > pdf.pages) continue;
      const rewritten = await this.served.rewrittenOf('reportPdfs', pdf.sha256);
      if (rewritten === null) continue;
      const text = await this.files.textOf(rewritten.sha256, sourcePageNumber);
      sources.set(pageId, { filename: pdf.filename, page: sourcePageNumber, text });
    }
    return sources;
  }

  /** Their bytes, for the report's file. */
  async of(template: ReportTemplate): Promise<PdfPage[]> {
    const found: PdfPage[] = [];
    for (const source of (await this.sourcesOf(template)).values()) {
      const pdf = (await this.resources.one(template.platformId, source.filename))!;
      const rewritten = await this.served.rewrittenOf('reportPdfs', pdf.sha256);
      if (rewritten === null) continue;
      const bytes = await buffer(rewritten.stream());
      const { page } = source;
      found.push({ alternative: pdfPageText(source), bytes, page, fontsEmbedded: pdf.fontsEmbedded });
    }
    return found;
  }
}

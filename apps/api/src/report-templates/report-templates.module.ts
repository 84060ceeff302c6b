import { Module } from '@nestjs/common';
import { StoredPdfsModule } from '../stored-pdfs/stored-pdfs.module.js';
import { PdfPages } from './pdf-pages.js';
import { PdfResourcesSlice } from './pdf-resources.slice.js';
import { TemplateHistory } from './template-history.js';
import { TemplatesSlice } from './templates.slice.js';

/** What reports need of templates. */
@Module({
  imports: [PdfResourcesSlice, StoredPdfsModule, TemplatesSlice],
  providers: [PdfPages, TemplateHistory],
  exports: [PdfPages, TemplateHistory, TemplatesSlice],
})
export class ReportTemplatesModule {}

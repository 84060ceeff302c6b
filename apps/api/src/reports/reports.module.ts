import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { HistoryModule } from '../history/history.module.js';
import { WorkModule } from '../work/work.module.js';
import { ReportDocuments } from './report-documents.js';
import { ReportWork } from './report-work.js';

@Module({
  imports: [DocumentsModule, HistoryModule, WorkModule],
  providers: [ReportDocuments, ReportWork],
  exports: [ReportDocuments, WorkModule],
})
export class ReportsModule {}

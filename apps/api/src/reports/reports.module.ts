import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { HistoryModule } from '../history/history.module.js';
import { PlanSlice } from '../plans/plan.slice.js';
import { WorkModule } from '../work/work.module.js';
import { ReportDocuments } from './report-documents.js';
import { ReportFiles } from './report-files.js';
import { ReportWork } from './report-work.js';

@Module({
  imports: [DocumentsModule, HistoryModule, PlanSlice, WorkModule],
  providers: [ReportDocuments, ReportFiles, ReportWork],
  exports: [ReportDocuments, ReportFiles, WorkModule],
})
export class ReportsModule {}

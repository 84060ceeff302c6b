import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { HistoryModule } from '../history/history.module.js';
import { PlanSlice } from '../plans/plan.slice.js';
import { ReportTemplatesModule } from '../report-templates/report-templates.module.js';
import { WorkModule } from '../work/work.module.js';
import { FiguresReading } from './figures-reading.js';
import { MadeReports } from './made-reports.js';
import { ReportDocuments } from './report-documents.js';
import { ReportFiles } from './report-files.js';
import { ReportWork } from './report-work.js';

@Module({
  imports: [
    AnalyticsModule,
    ChangesModule,
    DocumentsModule,
    HistoryModule,
    PlanSlice,
    ReportTemplatesModule,
    WorkModule,
  ],
  providers: [FiguresReading, MadeReports, ReportDocuments, ReportFiles, ReportWork],
  exports: [HistoryModule, MadeReports, ReportDocuments, ReportFiles, WorkModule],
})
export class ReportsModule {}

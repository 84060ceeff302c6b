import { Module } from '@nestjs/common';
import { PlanSlice } from '../plans/plan.slice.js';
import { ChartController } from './chart/chart.controller.js';
import { DocumentMaker } from './document-maker.js';
import { PcmReportController } from './pcm-report.controller.js';

@Module({
  imports: [PlanSlice],
  controllers: [ChartController, PcmReportController],
  providers: [DocumentMaker],
  exports: [DocumentMaker],
})
export class DocumentsModule {}

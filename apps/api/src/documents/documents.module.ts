import { Module } from '@nestjs/common';
import { DocumentMaker } from './document-maker.js';
import { PcmReportController } from './pcm-report/pcm-report.controller.js';

@Module({
  controllers: [PcmReportController],
  providers: [DocumentMaker],
})
export class DocumentsModule {}

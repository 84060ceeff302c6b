import { Module } from '@nestjs/common';
import { DocumentMaker } from './document-maker.js';

@Module({
  providers: [DocumentMaker],
  exports: [DocumentMaker],
})
export class DocumentsModule {}

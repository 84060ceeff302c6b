import { Module } from '@nestjs/common';
import { DocumentMaker } from './document-maker.js';
import { PrintedDocuments } from './printed-documents.js';

@Module({
  providers: [DocumentMaker, PrintedDocuments],
  exports: [DocumentMaker, PrintedDocuments],
})
export class DocumentsModule {}

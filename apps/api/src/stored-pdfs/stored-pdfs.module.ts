import { Module } from '@nestjs/common';
import { KeptPdfRegister } from './kept-pdf-register.js';
import { PdfCleaner } from './pdf-cleaner.js';
import { PdfUses } from './pdf-uses.js';
import { RewritingJob } from './rewriting-job.js';
import { ServedPdfs } from './served-pdfs.js';
import { StoredPdfs } from './stored-pdfs.js';

@Module({
  providers: [KeptPdfRegister, PdfCleaner, PdfUses, RewritingJob, ServedPdfs, StoredPdfs],
  exports: [KeptPdfRegister, PdfUses, RewritingJob, ServedPdfs, StoredPdfs],
})
export class StoredPdfsModule {}

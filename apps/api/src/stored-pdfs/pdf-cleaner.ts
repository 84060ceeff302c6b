import { Injectable } from '@nestjs/common';
import { cleanPdf, type CleanPdf } from '../platform/pdf/clean-pdf.js';

/** The one way in, for PDFs that came in before there was one. */
@Injectable()
export class PdfCleaner {
  /** Throws Refusal 400 with why the file is refused. */
  clean(bytes: Uint8Array, gone: AbortSignal): Promise<CleanPdf> {
    return cleanPdf('this PDF', bytes, gone);
  }
}

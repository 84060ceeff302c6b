import { Injectable } from '@nestjs/common';
import { Files } from '../platform/engines.module.js';
import { PdfStore } from '../platform/pdf/pdf-store.js';

/** The flyers of all plans. */
@Injectable()
export class FlyerFiles extends PdfStore {
  constructor(files: Files) {
    super(files, 'flyers');
  }
}

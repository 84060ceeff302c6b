import { Injectable } from '@nestjs/common';
import { ContentFiles } from '../platform/content-files.js';
import { Files } from '../platform/engines.module.js';

/** The PDFs of microsites. */
@Injectable()
export class DocumentFiles extends ContentFiles {
  constructor(files: Files) {
    super(files, 'micrositeDocuments');
  }
}

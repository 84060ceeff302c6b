import { Injectable } from '@nestjs/common';
import { ContentFiles } from '../platform/content-files.js';
import { Files } from '../platform/engines.module.js';

/** The flyers of all plans. */
@Injectable()
export class FlyerFiles extends ContentFiles {
  constructor(files: Files) {
    super(files, 'flyers');
  }
}

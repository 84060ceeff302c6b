import { Injectable } from '@nestjs/common';
import type { LogoType } from '@superscope/domain/provider/provider';
import { buffer } from 'node:stream/consumers';
import { ContentFiles } from '../platform/content-files.js';
import { Files } from '../platform/engines.module.js';

/** The logos of all providers. */
@Injectable()
export class LogoFiles extends ContentFiles {
  constructor(files: Files) {
    super(files, 'logos');
  }

  /** A logo as a data URL; null without one, or if its bytes are gone. */
  async dataUrl(logo: { type: LogoType; sha256: string } | null | undefined): Promise<string | null> {
    if (logo == null || !(await this.has(logo.sha256))) return null;
    const bytes = await buffer(this.read(logo.sha256));
    return `data:${logo.type};base64,${bytes.toString('base64')}`;
  }
}

import { Injectable } from '@nestjs/common';
import { keptPdfsStream, type KeptPdfs } from '@superscope/domain/kept-pdfs/kept-pdfs';
import { EventStore } from '@superscope/event-store/event-store';

/** Which refused PDFs Admins keep, by the stream itself: what is taken back is no longer served from then on. */
@Injectable()
export class KeptPdfRegister {
  constructor(private readonly store: EventStore) {}

  async all(): Promise<KeptPdfs> {
    return (await this.store.load(keptPdfsStream, '')).state;
  }

  async has(sha256: string): Promise<boolean> {
    return Object.hasOwn(await this.all(), sha256);
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { productVersion } from '@superscope/contracts/build-info';
import { ProcessNotes } from '@superscope/event-store/processes/process-notes';
import { Ops } from '../platform/engines.module.js';

/** Tells operators that this api runs. */
@Injectable()
export class OwnProcess implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly notes: ProcessNotes;

  constructor(ops: Ops) {
    this.notes = new ProcessNotes(ops.db, { kind: 'api', version: productVersion });
  }

  onApplicationBootstrap(): void {
    this.notes.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.notes.stop();
  }
}

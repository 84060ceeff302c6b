import { rmSync } from 'node:fs';
import type { EventStoreDBClient } from '@eventstore/db-client';
import {
  startEventStore,
  type EventStoreEngine,
  type EventStoreOptions,
} from '@superscope/embedded/event-store/event-store-engine';
import { afterEach, beforeEach } from 'vitest';
import { connect, temporaryDir } from './event-store-target.js';

/** Embedded event stores and their clients in a folder per test, closed after each test. */
export class OwnEventStores {
  dataDir = '';
  private engines: EventStoreEngine[] = [];
  private clients: EventStoreDBClient[] = [];

  constructor() {
    beforeEach(() => {
      this.dataDir = temporaryDir();
      this.engines = [];
      this.clients = [];
    });
    afterEach(async () => {
      for (const client of this.clients) await client.dispose();
      for (const engine of this.engines) await engine.stop();
      rmSync(this.dataDir, { recursive: true, force: true });
    });
  }

  async start(options: Partial<EventStoreOptions> = {}): Promise<EventStoreEngine> {
    const engine = await startEventStore({ dataDir: this.dataDir, ...options });
    this.engines.push(engine);
    return engine;
  }

  client(url: string): EventStoreDBClient {
    const connected = connect(url);
    this.clients.push(connected);
    return connected;
  }
}

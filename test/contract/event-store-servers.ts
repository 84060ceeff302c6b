import { rmSync } from 'node:fs';
import { startEventStore } from '@superscope/embedded/event-store/event-store-engine';
import type { RealServer } from '../harness/real-server.js';
import { realEventStore } from '../harness/real-servers.js';
import { temporaryDir } from './event-store-target.js';

/** The third-party server, or the reason why there is none. */
export const real = await realEventStore();

const embedded: RealServer = {
  name: 'the embedded event store',
  open: async () => {
    const dataDir = temporaryDir();
    const engine = await startEventStore({ dataDir });
    const close = async () => {
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return { url: engine.url, close };
  },
};

/** Every available server that the product may run on. */
export const targets: RealServer[] = real.server ? [embedded, real.server] : [embedded];

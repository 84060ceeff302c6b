import { rmSync } from 'node:fs';
import { startClickhouse } from '@superscope/embedded/clickhouse/clickhouse-engine';
import type { RealServer } from '../harness/real-server.js';
import { realClickhouse } from '../harness/real-servers.js';
import { temporaryDir } from './clickhouse-target.js';

/** The third-party server, or the reason why there is none. */
export const real = await realClickhouse();

const embedded: RealServer = {
  name: 'the embedded ClickHouse',
  open: async () => {
    const dataDir = temporaryDir();
    const engine = await startClickhouse({ dataDir });
    const close = async () => {
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return { url: engine.url, close };
  },
};

/** Every available server that the product may run on. */
export const targets: RealServer[] = real.server ? [embedded, real.server] : [embedded];

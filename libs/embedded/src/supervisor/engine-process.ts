import { fileURLToPath } from 'node:url';
import { startSupervised, type Supervised, type SuperviseOptions } from './supervisor.js';

export type EngineKind = 'event-store' | 'mongo' | 'clickhouse';

export type EngineProcessOptions = Pick<SuperviseOptions, 'log' | 'onExit' | 'restart'> & {
  dataDir: string;
  /** By default the event store and ClickHouse use any free port, and MongoDB listens only on its socket. */
  port?: number;
  insecure?: boolean;
  /** ClickHouse only. */
  memoryLimitBytes?: number;
};

/** Queries, kill orders and files share libuv's threads; the default of 4 would leave ClickHouse three sessions on any machine. */
const THREADS = '16';

/** One embedded engine in a supervised process of its own, from the built files. */
export function startEngineProcess(kind: EngineKind, options: EngineProcessOptions): Promise<Supervised> {
  const { dataDir, port, insecure, memoryLimitBytes, ...supervision } = options;
  const args = [kind, '--data', dataDir];
  if (kind !== 'mongo' || port !== undefined) args.push('--port', String(port ?? 0));
  if (insecure) args.push('--insecure');
  if (memoryLimitBytes !== undefined) args.push('--memory-limit', String(memoryLimitBytes));
  return startSupervised({
    name: kind,
    modulePath: fileURLToPath(new URL('../engine-main.js', import.meta.url)),
    args,
    env: { UV_THREADPOOL_SIZE: THREADS },
    ...supervision,
  });
}

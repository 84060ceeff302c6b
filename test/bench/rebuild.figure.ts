import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BenchPortal } from './bench-portal.js';
import { rate, shown, type Figure } from './figure.js';
import { processUse, type ProcessUse } from './processes.js';
import { rawInsertRate, type RawEventStore } from './raw-engines.js';
import type { Work } from './work.js';

const program = fileURLToPath(new URL('../../../apps/projector/dist/rebuild/rebuild.main.js', import.meta.url));

export interface Rebuilt {
  events: number;
  /** Seconds until the new read models were complete, and until they were verified against the live ones and switched to. */
  builtSeconds: number;
  seconds: number;
  /** Resource usage shortly before the rebuild ended. */
  use: ProcessUse | null;
}

/** Rebuilds members without snapshots: events become documents and facts, and nothing is derived. */
export async function rebuildDocuments(
  portal: BenchPortal,
  raw: RawEventStore,
  work: Work,
): Promise<{ figure: Figure; builtSeconds: number }> {
  const { events, builtSeconds } = await rebuild(portal, work, 'document events rebuilt', ({ events }) => events);
  const read = await raw.readRate(50_000);
  const figure = rate('rebuild, document events', events / builtSeconds, 0.2, { perSecond: read, done: 'read' });
  return { figure, builtSeconds };
}

/**
 * Rebuilds with snapshots: every row is written as a fact, read, scored and written again. The time of the documents, which was measured
 * separately before, is subtracted.
 */
export async function rebuildRows(
  portal: BenchPortal,
  snapshotRows: number,
  documentSeconds: number,
  work: Work,
): Promise<{ figures: Figure[]; use: ProcessUse | null }> {
  const { builtSeconds, seconds, use } = await rebuild(portal, work, 'snapshot rows rebuilt', () => snapshotRows);
  const raw = await rawInsertRate(portal.clickhouse, 200_000);
  const rowSeconds = builtSeconds - documentSeconds;
  return {
    figures: [
      rowSeconds > 0
        ? rate('rebuild, snapshot rows', snapshotRows / rowSeconds, 0.3, { perSecond: raw, done: 'inserted' })
        : shown('rebuild, snapshot rows', 'too few to tell'),
      shown('rebuild, rows and documents', `${builtSeconds.toFixed(1)} s`),
      shown('rebuild, proof and switch', `${(seconds - builtSeconds).toFixed(1)} s`),
    ],
    use,
  };
}

/** Runs the rebuild like a user: as a process beside the running portal. Throws when it finds a difference. */
async function rebuild(
  portal: BenchPortal,
  work: Work,
  name: string,
  itemsOf: (rebuilt: Rebuilt) => number,
): Promise<Rebuilt> {
  const { result } = await work.of(name, 0, () => runRebuild(portal));
  work.count(name, itemsOf(result));
  if (result.use) work.add(name, result.use.name, result.use.coreSeconds);
  return result;
}

/** Runs the tool beside the portal and reads its times. */
export async function runRebuild(portal: BenchPortal): Promise<Rebuilt> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...portal.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: { at: number; text: string }[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (text) => lines.push({ at: performance.now(), text }));
  let use: ProcessUse | null = null;
  const watch = setInterval(() => {
    if (child.pid !== undefined) use = processUse(child.pid)[0] ?? use;
  }, 250);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  const comparing = lines.find(({ text }) => text.startsWith('comparing'));
  const end = lines.find(({ text }) => text.startsWith('Equal at'));
  const [, events, total] = /after (\d+) events; switched in ([\d.]+) s/.exec(end?.text ?? '') ?? [];
  if (code !== 0 || !comparing || !end || events === undefined || total === undefined)
    throw new Error(`The rebuild failed:\n${lines.map(({ text }) => text).join('\n')}`);
  const seconds = Number(total);
  return { events: Number(events), builtSeconds: seconds - (end.at - comparing.at) / 1000, seconds, use };
}

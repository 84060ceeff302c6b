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
  /** Until the new read models were complete; and until they were proven equal to the live ones and switched to. */
  builtSeconds: number;
  seconds: number;
  /** A moment before it ended. */
  use: ProcessUse | null;
}

/** While there are members but no snapshots: nothing is derived, so it is events to documents and facts. */
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
 * With snapshots: every row is written as a fact, read back, scored and written again. The same documents are made anew besides,
 * for which the time is taken off that they took alone.
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

/** The rebuild as its user runs it: a process beside the portal, which goes on answering. Throws when it finds a difference. */
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

/** Runs the tool beside the portal. */
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

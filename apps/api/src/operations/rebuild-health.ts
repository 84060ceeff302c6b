import type { RebuildDocument } from '@superscope/contracts/rebuild-progress';
import type { RebuildHealth } from '@superscope/contracts/system-health';
import type { Ops } from '../platform/engines.module.js';

/** A rebuild stores its progress every few seconds. After this long without an update its process counts as stopped. */
const goneAfterMs = 30_000;
/** Below this share of a phase, an estimate of the remaining time would fluctuate too much. */
const leastShare = 0.02;

/** The progress of the newest rebuild; null if there was none. */
export async function rebuildHealth({ db }: Ops, now: Date): Promise<RebuildHealth | null> {
  const found = await db.collection<RebuildDocument>('rebuilds').findOne({ _id: 'newest' });
  return found === null ? null : healthOf(found, now);
}

export function healthOf(rebuild: RebuildDocument, now: Date): RebuildHealth {
  const { state, phase, only, events, rows, done, total, startedAt, phaseStartedAt, at, differences } = rebuild;
  const isSilent = state === 'running' && now.getTime() - at.getTime() > goneAfterMs;
  const share = state === 'running' && total > 0 ? done / total : null;
  const passedMs = at.getTime() - phaseStartedAt.getTime();
  const isTold = !isSilent && share !== null && share >= leastShare;
  return {
    state: isSilent ? 'silent' : state,
    phase,
    only,
    events,
    rows,
    share,
    differences,
    secondsLeft: isTold ? Math.round((passedMs * (1 - share)) / share / 1000) : null,
    startedAt: startedAt.toISOString(),
    at: at.toISOString(),
  };
}

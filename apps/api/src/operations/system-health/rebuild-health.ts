import type { RebuildDocument } from '@superscope/contracts/rebuild-progress';
import type { RebuildHealth } from '@superscope/contracts/system-health';
import type { Ops } from '../../platform/engines.module.js';

/** A rebuild writes its progress every few seconds; after this long without a write its process is gone. */
const goneAfterMs = 30_000;
/** Below this share of a phase, an estimate of the time left would jump about. */
const leastShare = 0.02;

/** How far the newest rebuild is; null where there was none. */
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
    ...{ state: isSilent ? 'silent' : state, phase, only, events, rows, share, differences },
    secondsLeft: isTold ? Math.round((passedMs * (1 - share)) / share / 1000) : null,
    ...{ startedAt: startedAt.toISOString(), at: at.toISOString() },
  };
}

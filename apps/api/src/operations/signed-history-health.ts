import type { SystemHealth } from '@superscope/contracts/system-health';
import type { Env } from '../env.js';
import { firstTry, proofFailures, proofs } from '../history/proof/history-proof.js';
import { proofSettings } from '../platform/settings/proof-settings.js';
import type { Ops } from '../platform/engines.module.js';

const dayMs = 86_400_000;

/** The last comparison of the history with its signed heads; `isKnown` is false while MongoDB is unavailable. */
export async function signedHistoryHealth(
  { db }: Ops,
  env: Env,
  now: Date,
  isKnown = true,
): Promise<SystemHealth['proof']> {
  const signs = proofSettings(env) !== null;
  const found = isKnown ? await proofs(db).findOne({ _id: 'last' }) : null;
  const failure = isKnown ? await proofFailures(db).findOne({ _id: 'last' }) : null;
  const failedAt = failure?.at.toISOString() ?? null;
  const since = found?.at ?? (isKnown ? await firstTry(db).findOne({ _id: 'first' }) : null)?.at ?? null;
  const daysWithout = since === null ? null : Math.floor((now.getTime() - since.getTime()) / dayMs);
  if (found === null) return { signs, last: null, failedAt, daysWithout };
  const { at, events, heads, difference } = found;
  return { signs, last: { at: at.toISOString(), events, heads, difference }, failedAt, daysWithout };
}

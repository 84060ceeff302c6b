import type { Ops } from '../../platform/engines.module.js';

/** Projectors say every few seconds that they run. */
const goneAfterMilliseconds = 20_000;

export const countRunningProjectors = (ops: Ops): Promise<number> =>
  ops.db.collection('projectors').countDocuments({ at: { $gt: new Date(Date.now() - goneAfterMilliseconds) } });

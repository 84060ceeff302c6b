import type { Ops } from '../platform/engines.module.js';

/** A projector reports every few seconds. After this long without a report it counts as stopped. */
const goneAfterMilliseconds = 20_000;

export const countRunningProjectors = (ops: Ops): Promise<number> =>
  ops.db.collection('projectors').countDocuments({ at: { $gt: new Date(Date.now() - goneAfterMilliseconds) } });

import type { BenchPortal } from './bench-portal.js';
import { against, whole, type Figure } from './figure.js';

const limitSeconds = 10;

/** Measures the portal's restart on existing data, from its first process until it is ready. */
export async function startupFigure(portal: BenchPortal): Promise<Figure> {
  const members = await portal.mongo.db('views').collection('members').estimatedDocumentCount();
  const rows = await portal.count('SELECT count() FROM member_snapshot');
  const seconds = await portal.restart();
  return {
    name: 'start-up until ready',
    measured: `${seconds.toFixed(1)} s`,
    target: `<= ${limitSeconds} s`,
    raw: `${whole(members)} members, ${whole(rows)} rows`,
    ...against(limitSeconds / seconds),
  };
}

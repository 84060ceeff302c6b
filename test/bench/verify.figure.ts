import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { folderOfKey } from '@superscope/event-store/proof/heads-folder';
import { historyLine } from '@superscope/event-store/proof/history-line';
import { SigningKey } from '@superscope/event-store/proof/signing-key';
import { signHistory } from '@superscope/event-store/proof/sign-history';
import { verifyHistory } from '@superscope/event-store/proof/verify-history';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import type { BenchPortal } from './bench-portal.js';
import { rate, shown, type Figure } from './figure.js';
import { timed } from './measure.js';
import type { RawEventStore } from './raw-engines.js';

/** Signs the whole history like the first night, and verifies it like every later night. Compared with a plain read of `$all`. */
export async function verifyFigures(portal: BenchPortal, raw: RawEventStore): Promise<Figure[]> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = SigningKey.of(pem);
  const folder = join(portal.folder, 'bench-heads');
  const log = new RawEventLog(portal.environment['EVENTSTORE_URL']!);
  async function* history() {
    for await (const batch of log.stored()) yield batch.map(historyLine);
  }
  try {
    const signing = await timed(() => signHistory({ history: history(), folder, key, at: new Date().toISOString() }));
    const verifying = await timed(() => verifyHistory(history(), folderOfKey(folder, key), key.publicKey));
    const { events, heads, difference } = verifying.result;
    if (difference !== null || heads !== 1) throw new Error(`The history does not verify: ${difference?.text}`);
    const read = await raw.readRate(events);
    return [
      rate('verify history', events / verifying.seconds, 0.5, { perSecond: read, done: 'read' }),
      shown('sign history', `${Math.round(signing.result.events / signing.seconds).toLocaleString('en-AU')}/s`),
    ];
  } finally {
    await log.close();
  }
}

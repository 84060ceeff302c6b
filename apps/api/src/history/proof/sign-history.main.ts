import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { MongoClient } from 'mongodb';
import { readEnv } from '../../env.js';
import { proofSettings } from '../../platform/settings/proof-settings.js';
import { proveAndSign } from './history-proof.js';

const count = (n: number) => n.toLocaleString('en-AU');

try {
  // Only the api creates the first accounts, so their passwords are not read here.
  const { SUPERSCOPE_ADMIN_PASSWORD: _admin, SUPERSCOPE_DEMO_PASSWORD: _demo, ...settings } = process.env;
  const env = await settingsOrEnd(() => readEnv(settings));
  const proof = proofSettings(env);
  if (proof === null)
    throw new Error('SUPERSCOPE_HISTORY_KEY_FILE and SUPERSCOPE_HISTORY_HEADS name the key and the folder; set both.');
  const mongo = await MongoClient.connect(env.MONGODB_URL);
  const log = new RawEventLog(env.EVENTSTORE_URL);
  try {
    const done = await proveAndSign(log, mongo.db('ops'), proof);
    if (done === null) throw new Error('Another process compares the history at this moment. Please try again later.');
    const { events, heads, signed, difference } = done;
    if (difference !== null) throw new Error(`The history differs from a signed head. ${difference.text}`);
    const covered = `${count(heads)} ${heads === 1 ? 'head covers' : 'heads cover'} ${count(events)} events.`;
    process.stdout.write(`${signed ? 'A new head is signed:' : 'Nothing came since the last head:'} ${covered}\n`);
  } finally {
    await log.close();
    await mongo.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { resolve } from 'node:path';
import { readCommandLine } from '../command-line.js';
import { readOptions } from '../options.js';
import { exportHistory } from './export-history.js';
import { eventStoreOf, headsOfOneKey, headsOfPortal } from './heads-of-portal.js';

const usage = 'npm run export-history -- --out FOLDER [--heads FOLDER]';
const count = (n: number) => n.toLocaleString('en-AU');

async function main(): Promise<void> {
  const { values } = readCommandLine(usage, { options: { out: { type: 'string' }, heads: { type: 'string' } } });
  if (values.out === undefined) throw new Error(usage);
  const options = readOptions([], process.env);
  const heads = await headsOfOneKey(values.heads ?? headsOfPortal(options));
  const engines = await eventStoreOf(options);
  let shown = performance.now();
  try {
    const out = resolve(values.out);
    const { events } = await exportHistory(engines.eventStoreUrl, heads, out, (done) => {
      if (performance.now() - shown < 2_000) return;
      shown = performance.now();
      say(`${count(done)} events`);
    });
    say(`${count(events)} events, their heads and the public key are in ${out}.`);
    say('Personal fields in it are encrypted. A recipient verifies it with npm run verify-history -- --export FOLDER');
    say('and --key FILE, the public key, which you hand over separately.');
  } finally {
    await engines.close();
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

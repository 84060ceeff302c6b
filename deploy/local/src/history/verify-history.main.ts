import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Line } from '@superscope/event-store/proof/chain';
import { fileLines } from '@superscope/event-store/proof/file-lines';
import { publicKeyFile } from '@superscope/event-store/proof/heads-folder';
import { historyLine } from '@superscope/event-store/proof/history-line';
import { fingerprintOf, publicKeyOf } from '@superscope/event-store/proof/signing-key';
import { verifyHistory } from '@superscope/event-store/proof/verify-history';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { readCommandLine } from '../command-line.js';
import { readOptions } from '../options.js';
import { exportedFiles } from './export-history.js';
import { eventStoreOf, headsOfOneKey, headsOfPortal } from './heads-of-portal.js';

const usage = 'npm run verify-history [-- --export FOLDER] [--heads FOLDER|FILE] [--key FILE]';
const count = (n: number, what: string) => `${n.toLocaleString('en-AU')} ${what}${n === 1 ? '' : 's'}`;

async function main(): Promise<void> {
  const { values } = readCommandLine(usage, {
    options: { export: { type: 'string' }, heads: { type: 'string' }, key: { type: 'string' } },
  });
  const source = values.export === undefined ? await ofStore(values.heads) : ofExport(values.export, values.heads);
  try {
    const keyFile = values.key ?? join(folderOf(source.heads), publicKeyFile);
    const publicKey = publicKeyOf(readText(keyFile));
    const verified = await verifyHistory(counted(source.lines), source.heads, publicKey);
    const { events, heads, beyond, difference } = verified;
    if (difference !== null)
      throw new Error(
        `${difference.text}\nBefore it, ${count(events, 'event')} and ${count(heads, 'head')} are equal.`,
      );
    if (heads === 0) throw new Error(`There are no heads at ${source.heads}.`);
    say(`${count(events, 'event')}, ${count(heads, 'head')}, all equal.`);
    if (beyond > 0) say(`${count(beyond, 'event')} after the last head: no head covers them yet.`);
    say(`Signed by the key ${fingerprintOf(publicKey)}, as ${keyFile} has it.`);
    if (values.key === undefined)
      say(
        'This key lies beside the heads. To know who signed them, compare it with the key that you were given, or pass that with --key.',
      );
  } finally {
    await source.close();
  }
}

interface Source {
  lines: AsyncIterable<readonly Line[]>;
  heads: string;
  close(): Promise<void>;
}

function ofExport(folder: string, heads = join(folder, exportedFiles.heads)): Source {
  const lines = fileLines(join(folder, exportedFiles.events));
  return { lines, heads, close: () => Promise.resolve() };
}

async function ofStore(named: string | undefined): Promise<Source> {
  const options = readOptions([], process.env);
  const heads = await headsOfOneKey(named ?? headsOfPortal(options));
  const engines = await eventStoreOf(options);
  const log = new RawEventLog(engines.eventStoreUrl);
  async function* lines() {
    for await (const batch of log.stored()) yield batch.map(historyLine);
  }
  const close = async () => {
    await log.close();
    await engines.close();
  };
  return { lines: lines(), heads, close };
}

/** Prints the progress every few seconds. */
async function* counted(batches: AsyncIterable<readonly Line[]>) {
  let shown = performance.now();
  let events = 0;
  for await (const batch of batches) {
    events += batch.length;
    if (performance.now() - shown > 5_000) {
      shown = performance.now();
      say(count(events, 'event'));
    }
    yield batch;
  }
}

const folderOf = (heads: string) =>
  statSync(heads, { throwIfNoEntry: false })?.isDirectory() ? heads : dirname(heads);

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`The public key ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

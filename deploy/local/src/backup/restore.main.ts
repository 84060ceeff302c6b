import { resolve } from 'node:path';
import { readCommandLine } from '../command-line.js';
import { readOptions } from '../options.js';
import { productVersion } from '../product-version.js';
import { keysBeside } from './archive-names.js';
import { restore } from './restore.js';

const usage = `npm run restore -- --from FILE-data.tar.gz [--keys FILE-keys.tar.gz] [--data FOLDER]`;

async function main(): Promise<void> {
  const { values } = readCommandLine(usage, {
    options: { from: { type: 'string' }, keys: { type: 'string' }, data: { type: 'string' } },
  });
  if (values.from === undefined) throw new Error(usage);
  const dataDir = values.data === undefined ? readOptions([], process.env).dataDir : resolve(values.data);
  const dataFile = resolve(values.from);
  const keysFile = values.keys === undefined ? keysBeside(dataFile) : resolve(values.keys);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error('Stopped; nothing was restored.')));
  const began = performance.now();
  let shown = 0;
  const done = await restore({
    dataFile,
    keysFile,
    dataDir,
    version: productVersion(),
    settings: process.env,
    signal: stop.signal,
    onProgress: (n, what) => {
      if (what !== 'events' || performance.now() - shown < 2_000) return;
      shown = performance.now();
      say(`${count(n)} events`);
    },
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(
    `${count(done.events)} events, ${count(done.files)} files and ${count(done.keys)} keys of ${done.madeAt} are in ${dataDir}, after ${seconds} s.`,
  );
  say('Start it with that folder as SUPERSCOPE_DATA. Figures return as the projector reads the events again.');
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const count = (n: number) => n.toLocaleString('en-AU');

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

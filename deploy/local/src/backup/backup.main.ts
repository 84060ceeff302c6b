import { readCommandLine } from '../command-line.js';
import { readOptions } from '../options.js';
import { productVersion } from '../product-version.js';
import { ProgressBar } from '../progress-bar.js';
import { archiveNames } from './archive-names.js';
import { backup } from './backup.js';
import { enginesOfFolder } from './engines-of-folder.js';

const usage = `npm run backup -- --out FILE.tar.gz|FOLDER [--keys FILE.tar.gz|FOLDER]`;

async function main(): Promise<void> {
  const { values } = readCommandLine(usage, { options: { out: { type: 'string' }, keys: { type: 'string' } } });
  if (values.out === undefined) throw new Error(usage);
  const options = readOptions([], process.env);
  const names = archiveNames(values.out, values.keys, new Date());
  const engines = await enginesOfFolder(options);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error('Stopped; nothing of the backup was kept.')));
  const began = performance.now();
  let bar: ProgressBar | null = null;
  try {
    const done = await backup({
      ...engines,
      ...names,
      dataDir: options.dataDir,
      version: productVersion(),
      signal: stop.signal,
      vaultMongoUrl: process.env['VAULT_MONGODB_URL'],
      onProgress: (n, total, what) => (what === 'events' ? (bar ??= new ProgressBar(total, what)).show(n, '') : null),
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    new ProgressBar(0).end(
      `${count(done.events)} events, ${count(done.files)} files and ${count(done.keys)} keys, up to position ${done.position}, in ${seconds} s.`,
    );
    say(`Data  ${names.dataFile}`);
    say(`Keys  ${names.keysFile}`);
    say(
      'Keep the keys in another place than the data, and no longer than 30 days. Whoever has both can read everything, and an erased person can be read until every older copy of the keys is deleted.',
    );
    if (!done.masterKeyIncluded)
      say('The master key comes from a setting and is in neither: back it up where that is kept.');
  } finally {
    await engines.close();
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const count = (n: number) => n.toLocaleString('en-AU');

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

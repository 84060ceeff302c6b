import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { enginesOfFolder } from './backup/engines-of-folder.js';
import { readCommandLine } from './command-line.js';
import { masterKeyFile } from './master-key.js';
import { readOptions, type Options } from './options.js';
import { rotateKey } from './rotate-key.js';

const usage = 'npm run rotate-key [-- --rewrap-only | --forget-former]';

/** The vault is named by `VAULT_MONGODB_URL` or `MONGODB_URL`; by default it is the data folder's own. */
async function main(): Promise<void> {
  const { values } = readCommandLine(usage, {
    options: {
      'rewrap-only': { type: 'boolean', default: false },
      'forget-former': { type: 'boolean', default: false },
    },
  });
  if (values['rewrap-only'] && values['forget-former']) throw new Error(usage);
  const options = readOptions([], process.env);
  const { file, masterKeys } = keysOf(options);
  if (file === null && values['forget-former'])
    throw new Error(
      'The keys come from settings: remove the former ones from SUPERSCOPE_PREVIOUS_MASTER_KEYS instead.',
    );
  const named = process.env['VAULT_MONGODB_URL'] ?? options.MONGODB_URL;
  const engines = named === undefined ? await enginesOfFolder(options) : null;
  let shown = performance.now();
  try {
    const { madeKey, rewrapped } = await rotateKey({
      mongoUrl: named ?? engines!.mongoUrl,
      masterKeys,
      file: values['rewrap-only'] ? null : file,
      forgetFormer: values['forget-former'],
      onProgress: (done) => {
        if (performance.now() - shown < 2_000) return;
        shown = performance.now();
        say(`${count(done)} keys`);
      },
    });
    say(
      `${madeKey ? 'A new master key was made. ' : ''}${count(rewrapped)} keys were wrapped by the current master key.`,
    );
    if (madeKey)
      say(
        'The former one stays in the file until the next rotation, or --forget-former. Make a new backup of the keys now.',
      );
  } finally {
    await engines?.close();
  }
}

function keysOf(options: Options): { file: string | null; masterKeys: MasterKeys } {
  const { SUPERSCOPE_MASTER_KEY, SUPERSCOPE_MASTER_KEY_FILE } = options;
  if (SUPERSCOPE_MASTER_KEY !== undefined) return { file: null, masterKeys: MasterKeys.fromSettings(process.env) };
  const file =
    SUPERSCOPE_MASTER_KEY_FILE === undefined ? masterKeyFile(options.dataDir) : resolve(SUPERSCOPE_MASTER_KEY_FILE);
  if (!existsSync(file)) throw new Error(`There is no master key at ${file}.`);
  return { file, masterKeys: MasterKeys.inFile(file) };
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const count = (n: number) => n.toLocaleString('en-AU');

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

// Runs one tool, such as `npm run engine`, `import`, `rebuild` or `backup`, after preparing the checkout like `npm start`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';
import { hideServerNameWarning } from './hide-server-name-warning.mjs';
import { build, install, root } from './prepare.mjs';

const tools = {
  engine: 'libs/embedded/dist/engine-main.js',
  import: 'deploy/local/dist/import-file.js',
  rebuild: 'deploy/local/dist/rebuild.js',
  'dead-letters': 'deploy/local/dist/dead-letters.js',
  users: 'deploy/local/dist/users.js',
  'process-member-events': 'deploy/local/dist/process-member-events.js',
  backup: 'deploy/local/dist/backup/backup.main.js',
  restore: 'deploy/local/dist/backup/restore.main.js',
  'sign-history': 'deploy/local/dist/history/sign-history.js',
  'export-history': 'deploy/local/dist/history/export-history.main.js',
  'verify-history': 'deploy/local/dist/history/verify-history.main.js',
  doctor: 'deploy/local/dist/doctor.js',
  'rotate-key': 'deploy/local/dist/rotate-key.main.js',
  'demo-data': 'test/dist/demo-data/demo-data.main.js',
  faults: 'test/dist/faults/faults.main.js',
  load: 'test/dist/load/load.main.js',
  attack: 'test/dist/attack/attack.main.js',
  bench: 'test/dist/bench/bench.main.js',
  'bench:scaling': 'test/dist/bench/scaling/scaling.main.js',
};

const [tool] = process.argv.slice(2);
const file = tools[tool];
if (file === undefined) {
  console.error(`Which tool? One of: ${Object.keys(tools).join(', ')}.`);
  process.exit(1);
}
await endWithNpm();
await install();
await build({ quiet: true });
hideServerNameWarning();
// The tool runs in this process: a process of its own would go on if this one is killed.
process.argv.splice(1, 2, join(root, file));
await import(pathToFileURL(process.argv[1]));

// `npm run guide-pictures` takes the pictures of docs/guide.md again, with the tests that walk through its screens.
import { spawnSync } from 'node:child_process';
import { build, install, root } from '../deploy/local/prepare.mjs';

await install();
await build({ quiet: true });
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'e2e', '--no-file-parallelism', '-t', 'the.guide'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, SUPERSCOPE_GUIDE_PICTURES: 'true' },
});
process.exit(status ?? 1);

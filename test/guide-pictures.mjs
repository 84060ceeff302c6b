// `npm run guide-pictures` takes the pictures of docs/guide.md again, with the test that walks through its screens.
import { spawnSync } from 'node:child_process';
import { build, install, root } from '../deploy/local/prepare.mjs';

await install();
await build({ quiet: true });
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'e2e', 'test/e2e/guide.e2e.spec.ts'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, SUPERSCOPE_GUIDE_PICTURES: 'true' },
});
process.exit(status ?? 1);

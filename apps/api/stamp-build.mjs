// Writes dist/build.json: the commit that a build was made from, and when it was made. Plain Node, run at the end of a build:
//   node apps/api/stamp-build.mjs [REPOSITORY]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Digest of the sources: the same in every place that they are copied to. */
function digestOf(root) {
  const hash = createHash('sha256');
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (['node_modules', 'dist', 'test-results'].includes(entry.name)) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (/\.(tsx?|mjs|json|css|html|svg)$/.test(entry.name))
        hash.update(`${path}\n`).update(readFileSync(join(root, path)));
    }
  };
  for (const folder of ['libs', 'apps']) if (existsSync(join(root, folder))) walk(folder);
  return hash.digest('hex');
}

/** By settings, where a container is built without the repository; by git; or as the build before says of the same sources. */
function commitOf(root, sources, before) {
  const { GIT_COMMIT: id, GIT_COMMIT_TIME: time } = process.env;
  if (id) return { id, time: time || null };
  // A folder above may be another repository, whose commit says nothing of these sources.
  if (existsSync(join(root, '.git'))) {
    const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H %ct'], { cwd: root, encoding: 'utf8' });
    const [hash, seconds] = status === 0 ? stdout.trim().split(' ') : [];
    if (hash && seconds) return { id: hash, time: new Date(Number(seconds) * 1000).toISOString() };
  }
  return before?.sources === sources ? before.commit : { id: null, time: null };
}

export function stampBuild(root = repository) {
  const file = join(root, 'apps/api/dist/build.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const sources = digestOf(root);
  mkdirSync(dirname(file), { recursive: true });
  const stamp = { commit: commitOf(root, sources, before), time: new Date().toISOString(), sources };
  writeFileSync(file, `${JSON.stringify(stamp, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) stampBuild(process.argv[2]);

// A copy of the last commit in a temporary worktree of git, which shares the installed packages of this checkout.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Workspaces whose packages are installed beside them, and which are built. */
const workspacesOf = (root) => [
  ...['apps', 'libs'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name))),
  'deploy/local',
  'test',
  'test/demo-data',
];

/**
 * Links every package of `node_modules`. The links of `@superscope` lead to the workspaces beside them, so they are made again: through a
 * link of the whole folder, built servers would import the code of this checkout.
 */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@superscope') {
      mkdirSync(join(to, name));
      for (const workspace of readdirSync(join(from, name)))
        symlinkSync(readlinkSync(join(from, name, workspace)), join(to, name, workspace));
    } else if (!name.startsWith('.') || name === '.bin') symlinkSync(join(from, name), join(to, name));
  }
}

/** Links the installed packages of every workspace below `root` in a copy of it. */
export function linkInstalled(root, folder) {
  for (const workspace of ['.', ...workspacesOf(root)]) {
    const packages = join(root, workspace, 'node_modules');
    if (existsSync(packages) && lstatSync(packages).isDirectory())
      linkPackages(packages, join(folder, workspace, 'node_modules'));
  }
}

/** Copies what is built, so that the compiler builds only what differs. */
function copyBuild(from, to) {
  for (const name of ['dist', 'tsconfig.tsbuildinfo'])
    if (existsSync(join(from, name)))
      cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
}

/** Makes the copy. `remove` deletes it, whatever state it is in. */
export function makeCopy(root) {
  const folder = join(mkdtempSync(join(tmpdir(), 'superscope-mutants-')), 'copy');
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(dirname(folder), { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    const { status, stderr } = git('worktree', 'add', '--quiet', '--detach', folder, 'HEAD');
    if (status !== 0) throw new Error(`git could not make a worktree: ${stderr.trim()}`);
    linkInstalled(root, folder);
    for (const workspace of workspacesOf(root)) copyBuild(join(root, workspace), join(folder, workspace));
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

import { spawnSync } from 'node:child_process';

/** The commit of a checkout as settings of the api; empty outside a checkout or without git. */
export function checkedOut(folder: string): { GIT_COMMIT?: string; GIT_COMMIT_TIME?: string } {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H %ct'], { cwd: folder, encoding: 'utf8' });
  const [id, seconds] = status === 0 ? stdout.trim().split(' ') : [];
  if (!id || !seconds) return {};
  return { GIT_COMMIT: id, GIT_COMMIT_TIME: new Date(Number(seconds) * 1000).toISOString() };
}

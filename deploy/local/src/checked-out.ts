import { spawnSync } from 'node:child_process';

/** Which commit a checkout is of, as the api's settings; nothing where it is none, or there is no git. */
export function checkedOut(folder: string): { GIT_COMMIT?: string; GIT_COMMIT_TIME?: string } {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H %ct'], { cwd: folder, encoding: 'utf8' });
  const [id, seconds] = status === 0 ? stdout.trim().split(' ') : [];
  if (!id || !seconds) return {};
  return { GIT_COMMIT: id, GIT_COMMIT_TIME: new Date(Number(seconds) * 1000).toISOString() };
}

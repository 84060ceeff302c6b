import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { processOf, type RunningProcess } from '../../libs/embedded/running-processes.mjs';

/** Every running process that this one started, directly or not. */
export async function processesBelow(pid: number): Promise<RunningProcess[]> {
  const ids =
    process.platform === 'linux'
      ? readdirSync('/proc')
      : String(spawnSync('ps', ['-A', '-o', 'pid=']).stdout).split('\n');
  const all: RunningProcess[] = [];
  for (const id of ids) {
    const found = Number(id) > 0 ? await processOf(Number(id)) : null;
    if (found !== null) all.push(found);
  }
  const below = (parent: number): RunningProcess[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}

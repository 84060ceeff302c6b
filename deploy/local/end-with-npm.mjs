// Ends this process when the npm that runs it ends. npm passes SIGTERM on to its shell only, and other ends to nobody.
import { isRunning, isShell, processOf } from '../../libs/embedded/running-processes.mjs';

const lookEveryMs = 500;

/** npm itself, and the shell that npm may have put between itself and this process. Empty without npm. */
async function npmAbove() {
  if (process.env.npm_lifecycle_event === undefined) return [];
  const parent = await processOf(process.ppid);
  if (parent === null) return [process.ppid];
  return isShell(parent) ? [parent.pid, parent.parent] : [parent.pid];
}

/**
 * Watches npm from now on. Once npm or its shell has ended, this process ends as if by SIGTERM, in order. A program that was started
 * without npm is watched by nobody and may outlive its terminal.
 */
export async function endWithNpm() {
  const parent = process.ppid;
  const above = await npmAbove();
  if (above.length === 0) return;
  const timer = setInterval(() => {
    if (process.ppid === parent && above.every(isRunning)) return;
    clearInterval(timer);
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, lookEveryMs);
  timer.unref();
}

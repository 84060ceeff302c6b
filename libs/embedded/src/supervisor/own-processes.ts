import { isShell, listenerOn, processOf, type RunningProcess } from '../../running-processes.mjs';

/** The programs of a checkout, by whatever path they were started. */
const ownProgram =
  /(^|[\\/ ])(deploy[\\/]local[\\/](start\.mjs|dev\.mjs|run\.mjs|dist[\\/])|(libs[\\/]embedded|apps[\\/](api|projector|renderer))[\\/]dist[\\/]|apps[\\/]web[\\/]dev-server\.mjs)/;

/**
 * The Superscope that listens on a TCP port of this machine: the process to stop, which is the one that started the listening process
 * where that still runs. Null if the port is free, another program's, or another user's.
 */
export async function superscopeOn(port: number): Promise<RunningProcess | null> {
  const listener = await listenerOn(port);
  return listener === null ? null : startedBy(listener);
}

async function startedBy(pid: number): Promise<RunningProcess | null> {
  const found = await processOf(pid);
  if (found === null || isShell(found) || !ownProgram.test(found.command)) return null;
  return (await startedBy(found.parent)) ?? found;
}

/** The command that stops a process and those it started. */
export const commandToStop = (pid: number): string =>
  process.platform === 'win32' ? `taskkill /PID ${pid} /T /F` : `kill ${pid}`;

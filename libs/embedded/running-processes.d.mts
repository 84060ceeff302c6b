export type RunningProcess = { pid: number; parent: number; command: string };

/** Whether a process is a shell, whose command may contain another program's. */
export function isShell(process: RunningProcess): boolean;

/** The running process with this id; null if there is none, or it has ended and its parent has not yet been told. */
export function processOf(pid: number): Promise<RunningProcess | null>;

/** Whether a process with this id runs. Cheap enough to ask often. */
export function isRunning(pid: number): boolean;

/** The id of a process that listens on a TCP port of this machine; null if none does, or this user may not see it. */
export function listenerOn(port: number): Promise<number | null>;

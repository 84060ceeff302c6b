import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

export interface ProcessUse {
  name: string;
  /** Resident memory now, and its peak since the process began or the peak was reset. */
  megabytes: number;
  peakMegabytes: number;
  /** Processor time in seconds since the process began. */
  coreSeconds: number;
}

const ownName = 'bench';

/** The resource usage of a process and its descendants, itself first. Empty when the system has no /proc. */
export function processUse(root = process.pid): ProcessUse[] {
  return processesOf(root).map(({ use }) => use);
}

/** Resets the kernel's peak memory of a descendant process. Where that is not possible, the old peak stays. */
export function forgetPeakOf(name: string): void {
  const found = processesOf(process.pid).find(({ use }) => use.name === name);
  // 5 resets the peak: https://docs.kernel.org/filesystems/proc.html
  if (found) writeFileSync(`/proc/${found.pid}/clear_refs`, '5');
}

/** The ids of a process's descendants. Empty when the system has no /proc. */
export const pidsBelow = (root: number): number[] =>
  processesOf(root).flatMap(({ pid }) => (pid === root ? [] : [pid]));

/** Whether a process has not ended. */
export const isLeft = (pid: number): boolean => readProcess(pid).length > 0;

function processesOf(root: number): Found[] {
  if (!existsSync('/proc/self/status')) return [];
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)));
  const below = (parent: number): Found[] =>
    processes.filter((found) => found.parent === parent).flatMap((found) => [found, ...below(found.pid)]);
  return [...processes.filter(({ pid }) => pid === root), ...below(root)];
}

interface Found {
  pid: number;
  parent: number;
  use: ProcessUse;
}

/** The unit of processor time in /proc. */
const ticksPerSecond = 100;

function readProcess(pid: number): Found[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // A zombie: the process has ended, but its parent has not waited for it.
    if (argv[0] === '') return [];
    return [
      {
        pid,
        parent: numberOf('PPid'),
        use: {
          name: pid === process.pid ? ownName : nameOf(argv),
          megabytes: numberOf('VmRSS') / 1024,
          peakMegabytes: numberOf('VmHWM') / 1024,
          coreSeconds: ticksOf(stat) / ticksPerSecond,
        },
      },
    ];
  } catch {
    // The process ended while the others were read.
    return [];
  }
}

/** User and system time, the 14th and 15th fields. The second field is the program's name in brackets and may contain anything. */
export function ticksOf(stat: string): number {
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(user) + Number(system);
}

/** `engine-main.js mongo` is mongo, `apps/api/dist/main.js` is api, and a process of Chromium has its type. */
export function nameOf(argv: readonly string[]): string {
  const at = argv.findIndex((argument) => /\.m?js$/.test(argument));
  if (at === -1) {
    // Chromium's own processes say everything in the first argument.
    const [program = ''] = (argv[0] ?? '').split(' ');
    const [, type] = /--type=([\w-]+)/.exec(argv.join(' ')) ?? [];
    return `${program.slice(program.lastIndexOf('/') + 1)}${type === undefined ? '' : ` ${type}`}`;
  }
  const script = argv[at]!;
  if (/engine-main\.js$/.test(script)) return argv[at + 1] ?? script;
  const parts = script.split('/').filter((part) => part !== 'dist' && part !== 'src');
  const file = parts.at(-1)!.replace(/\.m?js$/, '');
  return file === 'main' ? (parts.at(-2) ?? file) : file.replace(/\.main$/, '');
}

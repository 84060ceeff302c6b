import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

export interface ProcessUse {
  name: string;
  /** Resident now, and at most since the process began or its peak was forgotten. */
  megabytes: number;
  peakMegabytes: number;
  /** Seconds that a core worked for it since it began. */
  coreSeconds: number;
}

const ownName = 'bench';

/** What a process and all below it use, itself first. Empty where the system has no /proc. */
export function processUse(root = process.pid): ProcessUse[] {
  return processesOf(root).map(({ use }) => use);
}

/** Lets the kernel note anew how much memory a process below this one takes at most; where it can not, the old peak stays. */
export function forgetPeakOf(name: string): void {
  const found = processesOf(process.pid).find(({ use }) => use.name === name);
  // 5 resets the peak: https://docs.kernel.org/filesystems/proc.html
  if (found) writeFileSync(`/proc/${found.pid}/clear_refs`, '5');
}

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

/** The kernel counts processor time in these, whatever its own clock. */
const ticksPerSecond = 100;

function readProcess(pid: number): Found[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // It has ended, and nobody has looked at how.
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
    // It ended while the others were read.
    return [];
  }
}

/** User and system time: the 14th and 15th field; the second is the program's name in brackets and may hold anything. */
export function ticksOf(stat: string): number {
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(user) + Number(system);
}

/** `engine-main.js mongo` is mongo, `apps/api/dist/main.js` is api. */
export function nameOf(argv: readonly string[]): string {
  const at = argv.findIndex((argument) => /\.m?js$/.test(argument));
  if (at === -1) return argv[0] ?? '';
  const script = argv[at]!;
  if (/engine-main\.js$/.test(script)) return argv[at + 1] ?? script;
  const parts = script.split('/').filter((part) => part !== 'dist' && part !== 'src');
  const file = parts.at(-1)!.replace(/\.m?js$/, '');
  return file === 'main' ? (parts.at(-2) ?? file) : file.replace(/\.main$/, '');
}

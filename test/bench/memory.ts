import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface ProcessMemory {
  name: string;
  /** Resident now, and at most since the process began. */
  megabytes: number;
  peakMegabytes: number;
}

/** Resident memory of this process and of all below it, this one first. Empty where the system has no /proc. */
export function memoryOfProcesses(root = process.pid): ProcessMemory[] {
  if (!existsSync('/proc/self/status')) return [];
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)));
  const below = (parent: number): Found[] =>
    processes.filter((p) => p.parent === parent).flatMap((p) => [p, ...below(p.pid)]);
  const self = processes.filter((p) => p.pid === root);
  return [...self, ...below(root)].map(({ name, megabytes, peakMegabytes, pid }) => ({
    name: pid === process.pid ? 'bench (load generator)' : name,
    megabytes,
    peakMegabytes,
  }));
}

type Found = ProcessMemory & { pid: number; parent: number };

function readProcess(pid: number): Found[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return [
      {
        pid,
        parent: kilobytes('PPid'),
        name: nameOf(argv),
        megabytes: kilobytes('VmRSS') / 1024,
        peakMegabytes: kilobytes('VmHWM') / 1024,
      },
    ];
  } catch {
    // It ended while the others were read.
    return [];
  }
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

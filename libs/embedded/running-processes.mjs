// What the operating system knows about running processes. Plain Node, because `npm start` needs it before anything is built.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:process';

/** Resolves to what a command prints; empty if it cannot be run or fails. */
const printed = (command, args) =>
  new Promise((resolve) => {
    execFile(command, args, { windowsHide: true }, (error, output) => resolve(error ? '' : output));
  });
const powershell = (script) => printed('powershell', ['-NoProfile', '-NonInteractive', '-Command', script]);

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** A process on Linux. The name of its program may contain spaces and brackets, so the fields are read from behind it. */
function linuxProcess(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  return {
    pid,
    parent: Number(parent),
    command: (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0').join(' ').trim(),
  };
}

const shells = /(^|[\\/])(sh|ash|bash|dash|ksh|zsh|cmd|powershell|pwsh)(\.exe)?["']?$/i;

/** Whether a process is a shell, whose command may contain another program's. */
export const isShell = ({ command }) => shells.test(command.split(' ', 1)[0]);

/** The running process with this id; null if there is none, or it has ended and its parent has not yet been told. */
export async function processOf(pid) {
  if (platform === 'linux') return linuxProcess(pid);
  const line =
    platform === 'win32'
      ? await powershell(
          `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}' | ForEach-Object { "$($_.ParentProcessId) R $($_.CommandLine)" }`,
        )
      : await printed('ps', ['-o', 'ppid=,stat=,command=', '-p', String(pid)]);
  const [, parent, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*\S)/.exec(line) ?? [];
  return parent === undefined || state.startsWith('Z') ? null : { pid, parent: Number(parent), command };
}

/** Whether a process with this id runs. Cheap enough to ask often. */
export function isRunning(pid) {
  if (platform === 'linux') return linuxProcess(pid) !== null;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to another user.
    return error.code === 'EPERM';
  }
}

/** The id of a process that listens on a TCP port of this machine; null if none does, or this user may not see it. */
export async function listenerOn(port) {
  if (platform === 'linux') return linuxListener(port);
  const output =
    platform === 'win32'
      ? await powershell(`(Get-NetTCPConnection -State Listen -LocalPort ${port}).OwningProcess`)
      : await printed('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']);
  const pid = /\d+/.exec(output)?.[0];
  return pid === undefined ? null : Number(pid);
}

function linuxListener(port) {
  const listening = '0A';
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = new Set();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of (readIfThere(table) ?? '').split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === listening && local.endsWith(`:${hex}`)) sockets.add(`socket:[${inode}]`);
    }
  if (sockets.size === 0) return null;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const folder = `/proc/${pid}/fd`;
      if (readdirSync(folder).some((fd) => sockets.has(linkOf(`${folder}/${fd}`)))) return Number(pid);
    } catch {
      // It belongs to another user, or has just ended.
    }
  return null;
}

function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

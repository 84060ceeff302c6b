import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheFolder, cachedFolder } from '../harness/cached-download.js';
import { attempt, has, run } from './command.js';

/** Thrown where the deployment cannot be run at all. The message is one sentence. */
export class CannotRun extends Error {}

/** A Docker engine. */
export interface Docker {
  /** For commands: the address of the engine, unless it is the default one. */
  env: NodeJS.ProcessEnv;
  /** The command of Compose: `['docker', 'compose']`, or `['docker-compose']` for Compose 1. */
  compose: readonly string[];
  /** Whether this run started the engine. Images cannot be pulled into it, only made. */
  isOwn: boolean;
  stop(): Promise<void>;
}

const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Docker that answers already; null without. */
async function reachable(): Promise<Pick<Docker, 'env' | 'isOwn' | 'stop'> | null> {
  const { status, output } = await attempt('docker', ['version', '--format', '{{.Server.Os}}'], { timeoutMs: 20_000 });
  return status === 0 && output.trim() === 'linux' ? { env: {}, isOwn: false, stop: async () => {} } : null;
}

/**
 * The Docker engine that answers already, or else, as root on Debian, one of this run's own with its images in this user's cache. Throws
 * `CannotRun` where neither can be had.
 */
export async function docker(say: (text: string) => void, { mayStart = true } = {}): Promise<Docker> {
  const found = await reachable();
  if (found !== null) return { ...found, compose: await compose(say) };
  if (!mayStart) throw new CannotRun('No Docker engine answers.');
  if (!isRootOnDebian())
    throw new CannotRun('No Docker engine answers, and only root on Debian can install and start one.');
  const needed = { dockerd: 'docker.io', iptables: 'iptables', debootstrap: 'debootstrap' };
  const missing: string[] = [];
  for (const [program, name] of Object.entries(needed)) if (!(await has(program))) missing.push(name);
  if (missing.length > 0) await installed(missing, say);
  const own = await startEngine();
  try {
    return { ...own, compose: await compose(say) };
  } catch (error) {
    await own.stop();
    throw error;
  }
}

/** Runs a program that is told to end when the pipe from this process closes, which also happens when this process is killed. */
const watched = 'exec 3<&0; (cat <&3; kill -TERM $$) >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null';

/** Ends the engine of a run that was killed, which has the same folder. */
async function endFormer(pidFile: string): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : NaN;
  const isEngine = () => {
    const commandLine = `/proc/${pid}/cmdline`;
    return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(pidFile);
  };
  if (!isEngine()) return;
  process.kill(pid, 'SIGTERM');
  while (isEngine()) await delay(200);
}

/** Starts a Docker engine beside whatever else there is on this machine: own data, own socket, own networks. */
async function startEngine(): Promise<Pick<Docker, 'env' | 'isOwn' | 'stop'>> {
  const folder = cacheFolder('docker');
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'docker.sock');
  const log = openSync(join(folder, 'dockerd.log'), 'w');
  const paths = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'run')];
  const own = ['--pidfile', join(folder, 'dockerd.pid'), '--host', `unix://${socket}`];
  const networks = ['--bip', '172.31.255.1/24', '--default-address-pool', 'base=172.30.0.0/16,size=24'];
  await endFormer(join(folder, 'dockerd.pid'));
  const args = ['-c', watched, 'dockerd', 'dockerd', ...paths, ...own, ...networks];
  // In a group of its own, so that Ctrl-C reaches the containers only once the suites have ended.
  const child = spawn('/bin/sh', args, { stdio: ['pipe', log, log], detached: true });
  child.stdin!.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const env = { DOCKER_HOST: `unix://${socket}` };
  for (let tries = 0; tries < 120; tries += 1) {
    if (child.exitCode !== null) break;
    const { status } = await attempt('docker', ['version'], { env, timeoutMs: 10_000 });
    if (status === 0) {
      const stop = async () => {
        child.kill('SIGTERM');
        await ended;
      };
      return { env, isOwn: true, stop };
    }
    await delay(500);
  }
  child.kill('SIGTERM');
  throw new CannotRun(`The Docker engine does not start here; its log is ${join(folder, 'dockerd.log')}.`);
}

/**
 * Compose 2, or else Debian's Compose 1, which reads the file once the project's name is a parameter instead (`Deployment`). Only the first
 * is supported for installations.
 */
async function compose(say: (text: string) => void): Promise<readonly string[]> {
  if ((await attempt('docker', ['compose', 'version'])).status === 0) return ['docker', 'compose'];
  if (!(await has('docker-compose'))) {
    if (!isRootOnDebian()) throw new CannotRun('There is no Docker Compose.');
    await installed(['docker-compose'], say);
  }
  return ['docker-compose'];
}

async function installed(names: readonly string[], say: (text: string) => void): Promise<void> {
  say(`installs ${names.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env });
}

/** A folder of this user's cache with a program that Go has built from its proxy's modules. */
export async function builtByGo(name: string, module: string, say: (text: string) => void): Promise<string> {
  const go = (await has('go')) ? 'go' : '/usr/local/go/bin/go';
  if ((await attempt(go, ['version'])).status !== 0)
    throw new CannotRun(`There is neither ${name} nor Go to build it with.`);
  return cachedFolder(name, async (folder) => {
    say(`builds ${name}, once`);
    await run(go, ['install', module], { env: { GOBIN: folder, CGO_ENABLED: '0' }, timeoutMs: 1_500_000 });
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { AttachedProcess } from './attached-process.js';

const start = (script: string) => AttachedProcess.start('the script', '/bin/sh', ['-c', script], { cwd: tmpdir() });

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

const PARENT = `
  import { AttachedProcess } from '@superscope/test/harness/attached-process';
  const attached = AttachedProcess.start('sleeper', 'sleep', ['600'], { cwd: '/' });
  process.stdout.write(String(attached.pid));
`;

describe('a server in another language', () => {
  it('is ready after a line of its output, and ends when stopped', async () => {
    const server = start('echo begin; echo ready on 1; exec sleep 600');
    await server.line(/^ready on/);
    expect(isGone(server.pid)).toBe(false);
    await server.stop();
    expect(isGone(server.pid)).toBe(true);
  });

  it('that ends too early reports its output', async () => {
    await expect(start('echo no such disk >&2; exit 3').line(/ready/)).rejects.toThrow(
      'the script ended. It said:\nno such disk',
    );
  });

  it('does not outlive a test process that is killed', async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', PARENT], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    expect(isGone(Number(pid))).toBe(false);
    parent.kill('SIGKILL');
    await vi.waitUntil(() => isGone(Number(pid)), { timeout: 20_000 });
  });
});

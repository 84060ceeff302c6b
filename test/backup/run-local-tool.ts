import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lockDataDir } from '@superscope/embedded/data-lock';
import { writeEnvironment } from '@superscope/local/environment-file';
import type { PortalEngines } from '../harness/portal-engines.js';

/** Runs one of the built tools on a suite's engines, as if a portal ran on the folder. */
export async function runLocalTool(
  engines: PortalEngines,
  module: string,
  args: string[],
  shell = 'exec "$@"',
): Promise<{ code: number | null; text: string }> {
  const lock = lockDataDir(engines.folder);
  writeEnvironment(engines.folder, { EVENTSTORE_URL: engines.urls.eventStore, MONGODB_URL: engines.urls.mongo });
  const program = fileURLToPath(new URL(`../../deploy/local/dist/${module}`, import.meta.url));
  const child = spawn('bash', ['-c', shell, 'bash', process.execPath, program, ...args], {
    env: { ...process.env, SUPERSCOPE_DATA: engines.folder },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  lock.release();
  return { code, text };
}

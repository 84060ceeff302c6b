import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startSupervised } from '@superscope/embedded/supervisor/supervisor';
import { inject } from 'vitest';
import { freePort } from '../harness/free-port.js';

const built = (path: string) => fileURLToPath(new URL(`../../apps/${path}`, import.meta.url));

/**
 * Starts another api of the tests' portal, with connections to other systems that the portal does without. Who is signed in
 * there is signed in here, because cookies know no ports.
 */
export async function startConnectedApi(settings: NodeJS.ProcessEnv): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const running = await startSupervised({
    name: 'connected-api',
    modulePath: built('api/dist/main.js'),
    env: {
      ...inject('engines'),
      SUPERSCOPE_DEMO: 'true',
      // The portal itself reads it.
      ONECENTRAL_INBOX: undefined,
      HOST: '127.0.0.1',
      PORT: String(port),
      SUPERSCOPE_PUBLIC_URL: `http://localhost:${port}`,
      SUPERSCOPE_WEB: built('web/dist'),
      ...settings,
    },
    log: new PassThrough().resume(),
  });
  return { url: running.url, stop: () => running.stop() };
}

import type { SendHandle } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { pino } from 'pino';
import { readEnv } from './env.js';
import { Renderer } from './renderer.js';
import { rendererServer } from './server.js';

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const env = await settingsOrEnd(() =>
  readEnv({ ...process.env, ...(values.port !== undefined && { PORT: values.port }) }),
);
const log = pino({ level: env.LOG_LEVEL, base: { process: 'renderer' } });
const renderer = new Renderer(env, log);
const server = rendererServer(renderer, env.RENDERER_SECRET, log);

// The supervisor keeps the socket while this process is down, so that no other program can take the port and receive tokens.
const handed = process.env['SUPERSCOPE_LISTEN_FD'];
await new Promise<void>((listening) => {
  if (handed === undefined) server.listen(env.PORT, env.HOST, listening);
  else server.listen({ fd: Number(handed) }, listening);
});
const { address, port, family } = server.address() as AddressInfo;
const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
log.info({ port }, 'the renderer listens');
const socket = (server as unknown as { _handle: SendHandle })._handle;
process.send?.({ ready: true, url }, handed === undefined ? socket : undefined);

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  server.close();
  server.closeAllConnections();
  await renderer.stop();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
// A process without a supervisor ends on Ctrl-C. A supervisor stops its processes in order.
process.on('SIGINT', () => process.send === undefined && void end());
process.on('disconnect', () => void end());

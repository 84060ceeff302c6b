// `engine.mjs event-store|mongo|clickhouse FOLDER` runs one embedded engine on FOLDER, and lets other containers reach it over TLS with
// the container's secrets. The engines themselves listen on loopback only. `engine.mjs healthy PORT` is the health check.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';

const secret = (name) => readFileSync(join('/run/secrets', name), 'utf8');

/** Writes what the engine would otherwise make up at its first start. */
function give(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
}

const tlsOf = (name) => ({ cert: secret(`${name}.crt`), key: secret(`${name}.key`) });

const engines = {
  /** TLS passes through: the engine has the certificate, and the password as its secret. */
  'event-store': {
    port: 2113,
    args: ['--port', '12113'],
    files: () => ({
      'certificate.pem': secret('eventstore.crt'),
      'key.pem': secret('eventstore.key'),
      secret: secret('eventstore_admin_password'),
    }),
    front: createServer,
    behind: () => ({ host: '127.0.0.1', port: 12_113 }),
  },
  /** The engine has no users. The client's certificate is the secret. */
  mongo: {
    port: 27_017,
    args: [],
    files: () => ({}),
    front: (onConnection) =>
      createTlsServer(
        { ...tlsOf('mongodb'), ca: secret('engines_ca.crt'), requestCert: true, rejectUnauthorized: true },
        onConnection,
      ),
    behind: (folder) => ({ path: join(folder, 'mongo.sock') }),
  },
  clickhouse: {
    port: 8443,
    args: ['--port', '18123'],
    files: () => ({ password: secret('clickhouse_password') }),
    front: (onConnection) => createTlsServer(tlsOf('clickhouse'), onConnection),
    behind: () => ({ host: '127.0.0.1', port: 18_123 }),
  },
};

const answers = (where) =>
  new Promise((resolve) => {
    const socket = connect(where);
    socket.once('connect', () => resolve(true) ?? socket.destroy());
    socket.once('error', () => resolve(false));
  });

const [kind, folder] = process.argv.slice(2);
if (kind === 'healthy') process.exit((await answers({ host: '127.0.0.1', port: Number(folder) })) ? 0 : 1);

const { port, args, files, front, behind } = engines[kind];
give(folder, files());
const program = '/engines/libs/embedded/dist/engine-main.js';
const child = spawn(process.execPath, [program, kind, '--data', folder, ...args, ...process.argv.slice(4)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));

while (!(await answers(behind(folder)))) await new Promise((resolve) => setTimeout(resolve, 100));
const server = front((socket) => {
  const engine = connect(behind(folder));
  // The end of either side ends the other; there is nobody to tell of an error.
  pipeline(socket, engine, () => engine.destroy());
  pipeline(engine, socket, () => socket.destroy());
});
server.on('tlsClientError', () => {});
server.listen(port, '0.0.0.0');
await once(server, 'listening');
console.log(`The ${kind} engine is reached at port ${port}.`);

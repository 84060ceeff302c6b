import { chmodSync, rmSync } from 'node:fs';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { lockDataDir } from '../data-lock.js';
import { makeOwnerOnly } from '../owner-only.js';
import { Engine } from './engine.js';
import { serve } from './wire/wire-connection.js';
import { prepareSocketPath, socketUrl } from './wire/socket-address.js';

/**
 * `port` (0 for any) also listens on 127.0.0.1, for tools. It has no password, so every user of the machine can connect, and `insecure`
 * must confirm that. `housekeepingMs` is the interval at which expired documents, sessions and cursors are removed (60 s).
 */
export type MongoOptions = { dataDir: string; port?: number; insecure?: boolean; housekeepingMs?: number };

export type RunningMongo = {
  /** For `new MongoClient(url)`: the address of the owner-only socket, or of the port if one was given. */
  url: string;
  stop(): Promise<void>;
};

/** Starts the embedded MongoDB server on a data folder that no other process uses. */
export async function startMongo({
  dataDir,
  port,
  insecure,
  housekeepingMs = 60_000,
}: MongoOptions): Promise<RunningMongo> {
  if (port !== undefined && !insecure) {
    throw new Error(
      'A TCP port of the embedded MongoDB is open to every user of this machine: pass --insecure to accept that.',
    );
  }
  makeOwnerOnly(dataDir);
  const lock = lockDataDir(dataDir);
  const undo: (() => void | Promise<void>)[] = [() => lock.release()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const engine = new Engine(dataDir, housekeepingMs);
    undo.push(() => engine.close());
    const path = prepareSocketPath(dataDir);
    const local = await listen(engine, { path });
    undo.push(() => rmSync(path, { force: true }), local.close);
    chmodSync(path, 0o600);
    if (port === undefined) return { url: socketUrl(path), stop };
    const tcp = await listen(engine, { host: '127.0.0.1', port });
    undo.push(tcp.close);
    const { port: bound } = tcp.server.address() as AddressInfo;
    return { url: `mongodb://127.0.0.1:${bound}/?directConnection=true`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(engine: Engine, where: ListenOptions): Promise<{ server: Server; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket, engine);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => resolve(server.off('error', reject) && undefined));
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { server, close };
}

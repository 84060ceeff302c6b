import type { Socket } from 'node:net';
import { encode } from '../documents/bson-codec.js';
import type { Engine } from '../engine.js';
import { helloReply } from '../commands/server-commands.js';
import { FrameReader } from './frame-reader.js';
import { encodeReply, parseMessage } from './message.js';

/** Serves one client's messages in order. It reads no further until the connection has accepted a reply. */
export async function serve(socket: Socket, engine: Engine): Promise<void> {
  socket.setNoDelay(true);
  const frames = new FrameReader();
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      frames.push(chunk);
      for (let bytes = frames.next(); bytes; bytes = frames.next()) await answer(socket, engine, bytes);
    }
  } catch {
    // Malformed bytes or a broken connection end only this client.
  } finally {
    socket.destroy();
  }
}

async function answer(socket: Socket, engine: Engine, bytes: Buffer): Promise<void> {
  const message = parseMessage(bytes);
  const body = message.query ? encode(helloReply()) : await engine.execute(message.command);
  if (!message.wantsReply || socket.destroyed) return;
  if (!socket.write(encodeReply(message, body))) await drained(socket);
}

const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

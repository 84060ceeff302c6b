import { connect } from 'node:net';
import { BSON } from 'mongodb';

/** Sends one OP_MSG without a driver, because no driver lets its caller choose the number of a retried write. */
export async function rawCommand(url: string, command: Record<string, unknown>): Promise<unknown> {
  const body = Buffer.from(BSON.serialize(command));
  const header = Buffer.alloc(21);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(2013, 12);
  const socket = connect(decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(url)![1]!));
  socket.write(Buffer.concat([header, body]));
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    const received = Buffer.concat(chunks);
    if (received.length >= 4 && received.length >= received.readInt32LE(0))
      return BSON.deserialize(received.subarray(21));
  }
  throw new Error('the connection ended');
}

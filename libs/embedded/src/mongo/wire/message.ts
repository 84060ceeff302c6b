import { decodeShallow, type Document } from '../documents/bson-codec.js';
import { MalformedMessage } from './frame-reader.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Flags that a server must understand; it may ignore the others. */
const REQUIRED_FLAGS = 0xffff;

/** A command whose nested documents are still bytes. `query`: it arrived as OP_QUERY, the form of the first hello. */
export type Message = { requestId: number; command: Document; wantsReply: boolean; query: boolean };

/** Throws MalformedMessage for anything but a well-formed OP_MSG or an OP_QUERY to a `$cmd` collection. */
export function parseMessage(bytes: Buffer): Message {
  try {
    const requestId = bytes.readInt32LE(4);
    const opCode = bytes.readInt32LE(12);
    if (opCode === OP_MSG) return { requestId, query: false, ...parseMsg(bytes) };
    if (opCode === OP_QUERY) return { requestId, query: true, wantsReply: true, command: parseQuery(bytes) };
    throw new MalformedMessage(`operation ${opCode}`);
  } catch (error) {
    if (error instanceof MalformedMessage) throw error;
    throw new MalformedMessage((error as Error).message);
  }
}

export function encodeReply(message: Message, body: Buffer): Buffer {
  const prefix = message.query ? 20 : 5;
  const header = Buffer.alloc(16 + prefix);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(message.requestId, 8);
  header.writeInt32LE(message.query ? OP_REPLY : OP_MSG, 12);
  // An OP_REPLY gives the number of its documents; OP_MSG has no flags and one section of kind 0.
  if (message.query) header.writeInt32LE(1, 32);
  return Buffer.concat([header, body]);
}

function parseMsg(bytes: Buffer): { command: Document; wantsReply: boolean } {
  const flags = bytes.readUInt32LE(16);
  if (flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw new MalformedMessage(`flags ${flags}`);
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let command: Document | undefined;
  const sequences: Record<string, Buffer[]> = {};
  for (let at = 20; at < end;) {
    const kind = bytes[at]!;
    const section = sized(bytes, at + 1, end);
    at += 1 + section.length;
    if (kind === 0) command = decodeShallow(section);
    else if (kind === 1) {
      const { name, documents } = parseSequence(section);
      sequences[name] = documents;
    } else throw new MalformedMessage(`section ${kind}`);
  }
  if (!command) throw new MalformedMessage('no command');
  return { command: Object.assign(command, sequences), wantsReply: !(flags & MORE_TO_COME) };
}

function parseSequence(section: Buffer): { name: string; documents: Buffer[] } {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new MalformedMessage('a sequence without a name');
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length;) {
    const document = sized(section, at, section.length);
    documents.push(document);
    at += document.length;
  }
  return { name: section.toString('utf8', 4, nameEnd), documents };
}

function parseQuery(bytes: Buffer): Document {
  const nameEnd = bytes.indexOf(0, 20);
  if (!bytes.toString('utf8', 20, Math.max(20, nameEnd)).endsWith('.$cmd'))
    throw new MalformedMessage('a legacy query');
  return decodeShallow(sized(bytes, nameEnd + 9, bytes.length));
}

/** The length-prefixed bytes at `at`, which must lie within `end`. */
function sized(bytes: Buffer, at: number, end: number): Buffer {
  const length = at + 4 <= end ? bytes.readInt32LE(at) : -1;
  if (length < 5 || at + length > end) throw new MalformedMessage('a length out of bounds');
  return bytes.subarray(at, at + length);
}

import type { Readable } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '../events/position.js';
import { batchesOf } from './batches.js';

/** An event of the log with the exact bytes that the store holds. */
export interface StoredEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  /** Whether the store marks the data as JSON. */
  readonly isJson: boolean;
  readonly created: Date;
  readonly position: Position;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** The client's own way to make calls, which its types hide. The client's version is therefore pinned; run the suites before raising it. */
interface Calling {
  GRPCStreamCreator(service: unknown, name: string, call: (client: Reads) => Readable): () => Promise<Readable>;
  callArguments(options: object, more: object): unknown[];
}
interface Reads {
  read(request: InstanceType<typeof streams.ReadReq>, ...more: unknown[]): Readable;
}

const ticksPerMillisecond = 10_000n;

/**
 * Every event of the product in the order of the log, in batches, with its bytes. The client would parse JSON and lose the original bytes.
 * System events of EventStoreDB (`$…`) are left out.
 */
export async function* storedEvents(client: EventStoreDBClient, batchSize = 500): AsyncGenerator<StoredEvent[]> {
  const calling = client as unknown as Calling;
  const call = calling.GRPCStreamCreator(grpc.StreamsClient, 'readAll', (to) =>
    to.read(allFromStart(), ...calling.callArguments({}, { deadline: Infinity })),
  );
  const answers = await call();
  try {
    for await (const batch of batchesOf<ReadResp>(answers, batchSize)) {
      const events = batch.flatMap(storedEvent);
      if (events.length > 0) yield events;
    }
  } finally {
    // Cancelling the call raises an error, which carries no information.
    answers.on('error', () => undefined);
    if (!answers.readableEnded) (answers as Readable & { cancel(): void }).cancel();
  }
}

function allFromStart() {
  const empty = () => new shared.Empty();
  const all = new streams.ReadReq.Options.AllOptions().setStart(empty());
  const options = new streams.ReadReq.Options()
    .setAll(all)
    .setResolveLinks(false)
    .setCount(String(Number.MAX_SAFE_INTEGER))
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(empty()))
    .setNoFilter(empty())
    .setReadDirection(streams.ReadReq.Options.ReadDirection.FORWARDS);
  return new streams.ReadReq().setOptions(options);
}

function storedEvent(answer: ReadResp): StoredEvent[] {
  const event = answer.getEvent()?.getEvent();
  if (event === undefined) return [];
  const described = event.getMetadataMap();
  const stream = Buffer.from(event.getStreamIdentifier()!.getStreamName_asU8()).toString('utf8');
  const type = described.get('type') ?? '';
  if (stream.startsWith('$') || type.startsWith('$')) return [];
  return [
    {
      stream,
      type,
      revision: Number(event.getStreamRevision()),
      id: event.getId()!.getString(),
      isJson: described.get('content-type') === 'application/json',
      created: new Date(Number(BigInt(described.get('created') ?? '0') / ticksPerMillisecond)),
      position: { commit: BigInt(event.getCommitPosition()), prepare: BigInt(event.getPreparePosition()) },
      data: event.getData_asU8(),
      metadata: event.getCustomMetadata_asU8(),
    },
  ];
}

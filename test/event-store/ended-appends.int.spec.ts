import { randomUUID } from 'node:crypto';
import grpc from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresRpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsRpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { AppendClient } from '@superscope/event-store/appending/append-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A server of appends, and what it does with each. `call` is the number of the stream over which the append came, from 1. */
let server: grpc.Server;
let url: string;
let calls: number;
let onAppend: (append: { call: number; answer: () => void; end: () => void }) => void;

beforeEach(async () => {
  calls = 0;
  server = new grpc.Server();
  server.addService(featuresRpc.ServerFeaturesService, {
    getSupportedMethods: (_: unknown, reply: grpc.sendUnaryData<unknown>) => {
      const batchAppend = new featuresPb.SupportedMethod()
        .setServiceName('event_store.client.streams.streams')
        .setMethodName('batchappend');
      reply(
        null,
        new featuresPb.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList([batchAppend]),
      );
    },
  });
  server.addService(streamsRpc.StreamsService, {
    batchAppend: (call: grpc.ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
      const number = (calls += 1);
      call.on('data', (request: BatchAppendReq) => {
        const position = new shared.AllStreamPosition().setCommitPosition('1').setPreparePosition('1');
        const success = new streams.BatchAppendResp.Success().setCurrentRevision('0').setPosition(position);
        const response = new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setSuccess(success);
        onAppend({ call: number, answer: () => call.write(response), end: () => call.end() });
      });
      call.on('end', () => call.end());
    },
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  url = `esdb://127.0.0.1:${port}?tls=false`;
});
afterEach(() => server.forceShutdown());

const event = { type: 'Noted', data: Buffer.from('{}'), metadata: Buffer.from('{}'), bytes: 4 };
const appendOver = (client: AppendClient) => client.append('notes-1', [event], [randomUUID()], 'any');

it('appends continue over a new call when a server ends theirs without an error', async () => {
  onAppend = ({ call, answer, end }) => (call === 1 ? end() : answer());
  const client = new AppendClient(url, 300);
  await expect(appendOver(client)).rejects.toThrow('did not answer in time');
  expect(await appendOver(client)).toMatchObject({ nextExpectedRevision: 0n });
  expect(calls).toBe(2);
  await client.close();
});

it('an answer to an append that the end of another client rejected is dropped', async () => {
  const held: (() => void)[] = [];
  onAppend = ({ call, answer }) => (call === 1 && held.length === 0 ? held.push(answer) : answer());
  const client = new AppendClient(url);
  const rejected = expect(appendOver(client)).rejects.toThrow();
  await vi.waitUntil(() => held.length === 1, 30_000);
  const other = new AppendClient(url);
  await appendOver(other);
  await other.close();
  await rejected;
  held[0]!();
  // Over the same stream, so the late answer arrives before this one.
  expect(await appendOver(client)).toMatchObject({ nextExpectedRevision: 0n });
  expect(calls).toBe(2);
  await client.close();
});

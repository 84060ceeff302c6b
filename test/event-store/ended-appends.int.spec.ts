import { randomUUID } from 'node:crypto';
import grpc from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresRpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsRpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { AppendClient } from '@superscope/event-store/appending/append-client';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** A server that ends the first call of appends without an error and answers later calls. */
let server: grpc.Server;
let url: string;
let calls: number;

beforeEach(async () => {
  calls = 0;
  server = new grpc.Server();
  server.addService(featuresRpc.ServerFeaturesService as unknown as grpc.ServiceDefinition, {
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
  server.addService(streamsRpc.StreamsService as unknown as grpc.ServiceDefinition, {
    batchAppend: (call: grpc.ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
      calls += 1;
      const isFirst = calls === 1;
      call.on('data', (request: BatchAppendReq) => {
        if (isFirst) return void call.end();
        const position = new shared.AllStreamPosition().setCommitPosition('1').setPreparePosition('1');
        const success = new streams.BatchAppendResp.Success().setCurrentRevision('0').setPosition(position);
        call.write(new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setSuccess(success));
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

it('appends continue over a new call when a server ends theirs without an error', async () => {
  const client = new AppendClient(url, 300);
  const event = { type: 'Noted', data: Buffer.from('{}'), metadata: Buffer.from('{}'), bytes: 4 };
  const append = () => client.append('notes-1', [event], [randomUUID()], 'any');
  await expect(append()).rejects.toThrow('did not answer in time');
  expect(await append()).toMatchObject({ nextExpectedRevision: 0n });
  expect(calls).toBe(2);
  await client.close();
});

import type grpc from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';

const STREAMS = 'event_store.client.streams.streams';
const FEATURES = 'event_store.client.server_features.serverfeatures';

/** Clients choose their calls by this list. They request it without credentials, also from a real server. */
export const supportedMethods: grpc.handleUnaryCall<Empty, SupportedMethods> = (_call, callback) => {
  const answer = new features.SupportedMethods().setEventStoreServerVersion('23.10.0-embedded');
  for (const [service, method] of [
    [STREAMS, 'append'],
    [STREAMS, 'batchappend'],
    [STREAMS, 'read'],
    [FEATURES, 'getsupportedmethods'],
  ] as const) {
    answer.addMethods(new features.SupportedMethod().setServiceName(service).setMethodName(method));
  }
  callback(null, answer);
};

import { Controller, Module } from '@nestjs/common';
import type { Change } from '@superscope/contracts/changes';
import type { FastifyReply } from 'fastify';
import { filter, map } from 'rxjs';
import { inScope } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { EventStreams } from '../platform/http/event-streams.js';
import { ChangeFollower } from './change-follower.js';
import { ChangesModule } from './changes.module.js';
import { mergedChanges } from './merged-changes.js';
import { ThrottledBatches } from './throttled-batches.js';
import { visibleChange } from './visible-change.js';

/**
 * The shortest interval between notifications of a browser, because one import makes many changes. The first change after a pause is sent
 * at once.
 */
const apartMilliseconds = 100;

const changesEndpoint = endpoint('GET /api/changes', {
  summary: "Server-sent `change` events about the plans in the caller's reach; ends when the session does",
  right: 'portal.read',
  answers: { 200: new Media('text/event-stream') },
  streams: true,
  sends: true,
});

@Controller()
class ChangesController {
  constructor(
    private readonly follower: ChangeFollower,
    private readonly streams: EventStreams,
  ) {}

  @Endpoint(changesEndpoint)
  stream({ caller, request }: RequestOf<typeof changesEndpoint>, reply: FastifyReply): void {
    let { scope, role } = caller;
    const stream = this.streams.open({
      request,
      reply,
      of: 'changes',
      right: 'portal.read',
      onCaller: (principal) => ({ scope, role } = principal),
    });
    if (stream === null) return;
    const visible = ({ planId }: Change) => planId === null || inScope(scope, planId);
    let told = 0;
    const batches = new ThrottledBatches<Change>(apartMilliseconds, (changes) => {
      for (const change of mergedChanges(changes, told)) {
        told = change.sequence;
        stream.send('change', change, change.sequence);
      }
    });
    const changes = this.follower.changes.pipe(
      filter(visible),
      map((change) => visibleChange(role, change)),
      filter((change) => change !== null),
    );
    const subscription = changes.subscribe({
      next: (change) => batches.add(change),
      complete: () => stream.end(),
    });
    stream.onEnd(() => {
      subscription.unsubscribe();
      batches.stop();
    });
  }
}

@Module({ imports: [ChangesModule], controllers: [ChangesController] })
export class ChangesSlice {}

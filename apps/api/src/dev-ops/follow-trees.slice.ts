import { Controller, Module } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { EventStreams } from '../platform/http/event-streams.js';
import { DevOpsModule } from './dev-ops.module.js';
import { DevOpsTrees } from './dev-ops-trees.js';

const followEndpoint = endpoint('GET /api/devops/live', {
  summary:
    'Server-sent `trees` events, every few seconds: the trees of Developer Operations that changed, and those that cannot be read',
  right: 'operations.read',
  answers: { 200: new Media('text/event-stream') },
  streams: true,
  sends: true,
});

@Controller()
class FollowTreesController {
  constructor(
    private readonly trees: DevOpsTrees,
    private readonly streams: EventStreams,
  ) {}

  @Endpoint(followEndpoint)
  follow({ request }: RequestOf<typeof followEndpoint>, reply: FastifyReply): void {
    const stream = this.streams.open({ request, reply, of: 'operations', right: 'operations.read' });
    stream?.onEnd(this.trees.follow((news) => stream.send('trees', news)));
  }
}

@Module({ imports: [DevOpsModule], controllers: [FollowTreesController] })
export class FollowTreesSlice {}

import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { removeWatch, watchStream } from '@superscope/domain/watch/watch';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const removeWatchEndpoint = endpoint('DELETE /api/watches/:watchId', {
  summary: 'Removes a watch',
  right: 'watches.own',
  params: { watchId: z.uuid('This is not an id.') },
  answers: { 200: writeAnswer },
});

export const RemoveWatch = decides(
  'RemoveWatch',
  watchStream,
  (watchId: string) => (watches, _by, userId) => removeWatch(userId, watchId)(watches),
);

@Controller()
class RemoveWatchController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(removeWatchEndpoint)
  remove({ params, caller, request }: RequestOf<typeof removeWatchEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, RemoveWatch.of(caller.userId, params.watchId));
  }
}

@Module({ controllers: [RemoveWatchController], providers: [RemoveWatch.handler] })
export class RemoveWatchSlice {}

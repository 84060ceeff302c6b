import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { asfaHosts } from '@superscope/contracts/asfa';
import { changedSince } from '@superscope/contracts/changed-since';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { documentHostsStream, setDocumentHosts } from '@superscope/domain/document-hosts/document-hosts';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { basedOn, Revisions, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const setHostsEndpoint = endpoint('PUT /api/asfa/hosts', {
  summary:
    "Replaces the list of hosts from which ASFA's documents may be fetched. With `revision`, a list that somebody changed since is kept",
  right: 'retirement-standard.hosts',
  body: asfaHosts,
  answers: { 200: writeAnswer },
  problems: { 409: changedSince },
  noted: 'set document hosts',
});

const list: SavedRecord<readonly string[]> = {
  stream: documentHostsStream,
  id: '',
  fields: (hosts) => ({ Hosts: hosts.join(', ') || null }),
};

/** Replaces the hosts from which documents may be fetched. */
class SetDocumentHosts extends Command<Written> {
  constructor(
    readonly hosts: readonly string[],
    /** The revision of the list that was read; undefined if nobody said. */
    readonly read: number | undefined,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetDocumentHosts)
@Injectable()
class SetDocumentHostsHandler implements ICommandHandler<SetDocumentHosts> {
  constructor(private readonly store: EventStore) {}

  execute({ hosts, read, by }: SetDocumentHosts): Promise<Written> {
    return this.store.transact(documentHostsStream, '', setDocumentHosts(hosts), by, basedOn(list, read));
  }
}

@Controller()
class SetHostsController {
  constructor(
    private readonly commands: Commands,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(setHostsEndpoint)
  set({ body, request }: RequestOf<typeof setHostsEndpoint>): Promise<WriteAnswer> {
    return this.revisions.guard(list, body.revision, () =>
      this.commands.write(request, (by) => new SetDocumentHosts(body.hosts, body.revision, by)),
    );
  }
}

@Module({ controllers: [SetHostsController], providers: [SetDocumentHostsHandler] })
export class SetHostsSlice {}

import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { asfaHosts } from '@superscope/contracts/asfa';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { documentHostsStream, setDocumentHosts } from '@superscope/domain/document-hosts/document-hosts';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const setHostsEndpoint = endpoint('PUT /api/asfa/hosts', {
  summary: "Replaces the list of hosts from which ASFA's documents may be fetched",
  right: 'retirement-standard.hosts',
  body: asfaHosts,
  answers: { 200: writeAnswer },
  noted: 'set document hosts',
});

/** Replaces the hosts from which documents may be fetched. */
class SetDocumentHosts extends Command<Written> {
  constructor(
    readonly hosts: readonly string[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetDocumentHosts)
@Injectable()
class SetDocumentHostsHandler implements ICommandHandler<SetDocumentHosts> {
  constructor(private readonly store: EventStore) {}

  execute({ hosts, by }: SetDocumentHosts): Promise<Written> {
    return this.store.transact(documentHostsStream, '', setDocumentHosts(hosts), by);
  }
}

@Controller()
class SetHostsController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(setHostsEndpoint)
  set({ body, request }: RequestOf<typeof setHostsEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new SetDocumentHosts(body.hosts, by));
  }
}

@Module({ controllers: [SetHostsController], providers: [SetDocumentHostsHandler] })
export class SetHostsSlice {}

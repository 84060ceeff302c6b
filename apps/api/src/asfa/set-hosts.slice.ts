import { Controller, Module } from '@nestjs/common';
import { asfaHosts } from '@superscope/contracts/asfa';
import { changedSince } from '@superscope/contracts/changed-since';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { documentHostsStream, setDocumentHosts } from '@superscope/domain/document-hosts/document-hosts';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Revisions, type SavedRecord } from '../platform/commands/revisions.js';
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
const SetDocumentHosts = decides('SetDocumentHosts', documentHostsStream, setDocumentHosts);

@Controller()
class SetHostsController {
  constructor(
    private readonly commands: Commands,
    private readonly revisions: Revisions,
  ) {}

  @Endpoint(setHostsEndpoint)
  set({ body, request }: RequestOf<typeof setHostsEndpoint>): Promise<WriteAnswer> {
    return this.revisions.guard(list, body.revision, (reading) =>
      this.commands.write(request, SetDocumentHosts.of('', body.hosts), reading),
    );
  }
}

@Module({ controllers: [SetHostsController], providers: [SetDocumentHosts.handler] })
export class SetHostsSlice {}

import { Injectable } from '@nestjs/common';
import type { EventFilter, HistoryEvent } from '@superscope/contracts/event-history';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import type { FastifyRequest } from 'fastify';
import { AccessLog, type Access } from '../platform/access/access-log.js';
import { callerOf } from '../platform/access/caller.js';

const ownStream = /^member-([\da-f-]{36})$/;

/** The members that a search names, by id or by stream. */
function membersNamed({ memberId, stream }: EventFilter): string[] {
  const ofStream = ownStream.exec(stream ?? '')?.[1];
  return [...new Set([memberId, ofStream].filter((id) => id !== undefined))];
}

/** The members to whose streams some events belong. */
const membersFound = (events: readonly HistoryEvent[]): string[] => [
  ...new Set(events.flatMap(({ memberId }) => memberId ?? [])),
];

/** Records searches of the history in the access log. Search values are not personal: members are inner ids. */
@Injectable()
export class EventAccess {
  constructor(private readonly log: AccessLog) {}

  /** Records a search that names a member, or that follows a request which changed one. */
  searched(request: FastifyRequest, filter: EventFilter, events: readonly HistoryEvent[]): void {
    const ofRequest = filter.correlationId === undefined ? [] : membersFound(events);
    const members = [...new Set([...membersNamed(filter), ...ofRequest])];
    if (members.length > 0)
      this.log.note(request, { ...this.search(request, 'event search', filter, events.length), members });
  }

  /** Resolves once the access is stored. */
  async exported(request: FastifyRequest, filter: EventFilter, format: string): Promise<void> {
    const access = this.search(request, 'export', filter, null);
    await this.log.noteNow(request, { ...access, filter: { ...access.filter, format } });
  }

  /** Records how many rows were exported. */
  exportEnded(request: FastifyRequest, filter: EventFilter, rows: number, isWhole: boolean): void {
    const access = this.search(request, 'exported', filter, rows);
    this.log.note(request, { ...access, outcome: isWhole ? 'ok' : 'failed' });
  }

  /** If the event names members, resolves only once the access is stored. The event must not be shown before. */
  async opened(request: FastifyRequest, event: HistoryEvent, members: readonly string[]): Promise<void> {
    if (members.length > 0) await this.log.noteNow(request, this.ofEvent(request, 'event read', event, members));
  }

  /** Resolves once the access is stored. Personal fields must not be shown before. */
  async personalShown(request: FastifyRequest, event: HistoryEvent, members: readonly string[]): Promise<void> {
    await this.log.noteNow(request, this.ofEvent(request, 'personal fields shown', event, members));
  }

  private search(request: FastifyRequest, action: AccessAction, filter: EventFilter, rows: number | null): Access {
    const { userId, role } = callerOf(request);
    const { planId = null } = filter;
    return {
      userId,
      role,
      action,
      object: 'event history',
      planId,
      rows,
      outcome: 'ok',
      members: membersNamed(filter),
      filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    };
  }

  private ofEvent(
    request: FastifyRequest,
    action: AccessAction,
    { stream, revision, planId }: HistoryEvent,
    members: readonly string[],
  ): Access {
    const { userId, role } = callerOf(request);
    return { userId, role, action, object: `${stream} ${revision}`, planId, rows: 1, outcome: 'ok', members };
  }
}

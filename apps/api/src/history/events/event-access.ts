import { Injectable } from '@nestjs/common';
import type { EventFilter, HistoryEvent } from '@superscope/contracts/event-history';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import type { FastifyRequest } from 'fastify';
import { AccessLog, type Access } from '../../platform/access/access-log.js';
import { callerOf } from '../../platform/access/caller.js';

/** What the access log keeps of who looked into the history. Nothing that is searched by is personal: members are inner ids. */
@Injectable()
export class EventAccess {
  constructor(private readonly log: AccessLog) {}

  /** A search is noted where it names a member. */
  searched(request: FastifyRequest, filter: EventFilter, rows: number): void {
    if (filter.memberId !== undefined) this.log.note(request, this.search(request, 'event search', filter, rows));
  }

  /** Resolves once it is stored. */
  async exported(request: FastifyRequest, filter: EventFilter, format: string): Promise<void> {
    const access = this.search(request, 'export', filter, null);
    await this.log.noteNow(request, { ...access, filter: { ...access.filter, format } });
  }

  /** Records how many rows were exported. */
  exportEnded(request: FastifyRequest, filter: EventFilter, rows: number, isWhole: boolean): void {
    const access = this.search(request, 'exported', filter, rows);
    this.log.note(request, { ...access, outcome: isWhole ? 'ok' : 'failed' });
  }

  opened(request: FastifyRequest, event: HistoryEvent): void {
    if (event.memberId !== null) this.log.note(request, this.ofEvent(request, 'event read', event));
  }

  /** Resolves once it is stored: personal fields are not shown before. */
  async personalShown(request: FastifyRequest, event: HistoryEvent): Promise<void> {
    await this.log.noteNow(request, this.ofEvent(request, 'personal fields shown', event));
  }

  private search(request: FastifyRequest, action: AccessAction, filter: EventFilter, rows: number | null): Access {
    const { userId, role } = callerOf(request);
    const { planId = null, memberId } = filter;
    return {
      ...{ userId, role, action, object: 'event history', planId, rows, outcome: 'ok' },
      members: memberId === undefined ? [] : [memberId],
      filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    };
  }

  private ofEvent(
    request: FastifyRequest,
    action: AccessAction,
    { stream, revision, planId, memberId }: HistoryEvent,
  ): Access {
    const { userId, role } = callerOf(request);
    return {
      ...{ userId, role, action, object: `${stream} ${revision}`, planId, rows: 1, outcome: 'ok' },
      members: memberId === null ? [] : [memberId],
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import type { FastifyRequest } from 'fastify';
import { AccessLog } from '../platform/access/access-log.js';
import { callerOf } from '../platform/access/caller.js';

/** Records an Admin's changes to users in the access log. */
@Injectable()
export class UserChanges {
  constructor(private readonly log: AccessLog) {}

  note(request: FastifyRequest, action: AccessAction, object: string, filter: Record<string, string> = {}): void {
    const { userId, role } = callerOf(request);
    this.log.note(request, { userId, role, action, object, filter, planId: null, rows: null, outcome: 'ok' });
  }
}

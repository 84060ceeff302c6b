import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { day, innerId } from '@superscope/contracts/fields';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { memberChange } from '../member-change.js';
import { MoveMember } from './move-member.command.js';

export const moveMemberEndpoint = endpoint('POST /api/members/:memberId/move', {
  summary: 'Moves a member to another plan, employer or category from a day on',
  right: 'corrections.write',
  params: { memberId: z.string().max(40) },
  body: z.strictObject({
    planId: innerId,
    companyId: innerId,
    categoryId: z.string().max(40).nullable().default(null),
    on: day,
  }),
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class MoveMemberController {
  constructor(
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(moveMemberEndpoint)
  async move(asked: RequestOf<typeof moveMemberEndpoint>): Promise<WriteAnswer> {
    const { params, body, caller, request } = asked;
    const { on, ...to } = body;
    const written = await this.commands.write(request, (by) => new MoveMember(params.memberId, to, on, by));
    this.access.note(request, { ...memberChange(caller, params.memberId), action: 'moved member' });
    return written;
  }
}

import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { memberChange } from '../member-change.js';
import { EraseMember } from './erase-member.command.js';

export const eraseMemberEndpoint = endpoint('POST /api/members/:memberId/erase', {
  summary: 'Erases a member’s identity permanently; their contribution to figures stays',
  right: 'corrections.write',
  params: { memberId: z.string().max(40) },
  body: z.strictObject({ reason: z.string().trim().min(1, 'Reason is required').max(150) }),
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class EraseMemberController {
  constructor(
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(eraseMemberEndpoint)
  async erase(asked: RequestOf<typeof eraseMemberEndpoint>): Promise<WriteAnswer> {
    const { params, body, caller, request } = asked;
    const { memberId } = params;
    const written = await this.commands.write(request, (by) => new EraseMember(memberId, body.reason, by));
    this.access.note(request, { ...memberChange(caller, memberId), action: 'erased member' });
    return written;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import type { WriteAnswer } from '@superscope/contracts/csv-import';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import type { Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands } from '../../platform/commands/commands.js';
import type { RequestOf } from '../../platform/endpoint/endpoint.js';
import type { Origin } from '../sign-in/attempts.js';
import { originOf } from './session-cookie.js';

/** A request of a signed-in caller about their own account. */
type Asked = Pick<RequestOf<object>, 'request' | 'caller'>;

/** Changes that people make to their own account. */
@Injectable()
export class OwnAccount {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly commands: Commands,
    private readonly accessLog: AccessLog,
  ) {}

  /** Where a request comes from, by which failed attempts are counted. */
  originOf({ request }: Asked): Origin {
    return originOf(request, this.env.SUPERSCOPE_SECURE_COOKIES);
  }

  /** Executes a command, and records in the access log that the caller did it. */
  async change(
    { request, caller }: Asked,
    action: AccessAction,
    command: (by: CommandContext) => Command<Written>,
  ): Promise<WriteAnswer> {
    const written = await this.commands.write(request, command);
    this.accessLog.noteOwn(request, caller, action);
    return written;
  }
}

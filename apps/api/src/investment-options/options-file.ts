import { dayOrInstant } from '@superscope/contracts/fields';
import type { ImportAnswer } from '@superscope/contracts/csv-import';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { platformIdField } from './platform-options.js';

/** The platform and the data date of a file. Its lines may leave both out, but may name no others. */
export const ofFile = z.strictObject({ platformId: platformIdField, dataDate: dayOrInstant });

interface Uploaded {
  request: FastifyRequest;
  caller: Principal;
  query: z.output<typeof ofFile>;
}

/** Records in the access log that a file was checked or taken. `answer` is null if the file was refused. */
export function noteFile(
  access: AccessLog,
  action: 'check-import' | 'import',
  { request, caller, query: { platformId, dataDate } }: Uploaded,
  answer: ImportAnswer | null,
): void {
  access.note(request, {
    userId: caller.userId,
    role: caller.role,
    planId: null,
    action,
    object: answer?.importId ?? 'assets',
    filter: { platformId, dataDate },
    rows: answer?.rows ?? null,
    outcome: answer === null ? 'refused' : 'ok',
  });
}

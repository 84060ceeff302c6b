import { Readable } from 'node:stream';
import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CellValue } from '../platform/csv/csv-cell.js';
import { byteOrderMark, csvLine, rowLine } from '../platform/csv/csv-line.js';
import { inTurns } from '../platform/turns.js';
import type { Access, AccessLog } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { Media } from '../platform/endpoint/answers.js';
import { attachment } from '../platform/http/attachment.js';

/**
 * Stands in the name and in the first line of every list by member. Such lists are exact, the one exception to the rule of what employers
 * read (docs/privacy.md).
 */
const forTheFund = 'For the fund, not for the employer';

export const memberListMedia = new Media('text/csv; charset=utf-8');

/** A line of a list, and the member that it is about. */
export interface MemberListRow {
  memberId: string;
  values: Readonly<Record<string, CellValue>>;
}

interface MemberList {
  /** What the list is, in its file's name. */
  name: string;
  /** The day (yyyy-MM-dd) of its figures, in its file's name; without it today. */
  day?: string | undefined;
  columns: Readonly<Record<string, CsvColumn>>;
  rows: AsyncIterable<readonly MemberListRow[]>;
}

/**
 * Sends a list by member as a CSV file, in pieces. The access log records the export before anything is sent, and the number of rows once it
 * has ended, together with the members in them.
 */
export async function sendMemberList(
  { name, day: ofDay = sydneyDate(new Date()), columns, rows }: MemberList,
  log: AccessLog,
  access: Pick<Access, 'userId' | 'role' | 'planId' | 'object' | 'filter'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  let count = 0;
  const members = new Set<string>();
  const pieces = async function* () {
    yield byteOrderMark + csvLine([forTheFund]) + csvLine(Object.keys(columns));
    for await (const some of rows) {
      count += some.length;
      for (const { memberId } of some) members.add(memberId);
      yield some.map(({ values }) => rowLine(columns, values)).join('');
    }
  };
  await log.noteNow(request, { ...access, action: 'export', rows: null, outcome: 'ok' });
  const noteEnd = () => {
    const outcome = reply.raw.writableFinished ? 'ok' : 'failed';
    for (const part of inParts({ ...access, action: 'exported', rows: count, outcome }, [...members]))
      log.note(request, part);
  };
  if (reply.raw.closed) noteEnd();
  else reply.raw.once('close', noteEnd);
  const [year, month, day] = ofDay.split('-');
  await reply
    .header('Content-Type', memberListMedia.type)
    .header('Content-Disposition', attachment(`${name}_${day}${month}${year} - ${forTheFund}`, 'csv'))
    .send(Readable.from(inTurns(pieces())));
}

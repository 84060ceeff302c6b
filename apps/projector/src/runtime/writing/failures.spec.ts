import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { ColumnRefusal } from '../../clickhouse-rows/insert-rows.js';
import {
  isEventsFault,
  isTooMuchAtOnce,
  mayPass,
  ProjectionFailure,
  safeError,
  safeReason,
  WriteFailure,
} from './failures.js';

const thrownBy = (action: () => unknown): Error => {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

const mongo = (code: number, message: string, codeName?: string) =>
  Object.assign(new Error(message), { name: 'MongoServerError', code, codeName });

const clickhouse = (code: string, type: string, message: string) => new ClickHouseError({ code, type, message });

const withValues: [string, Error, string][] = [
  [
    'a projection that stumbles over a name',
    new ProjectionFailure(
      'members',
      thrownBy(() => BigInt('Citizen')),
    ),
    'projecting it into members failed: SyntaxError',
  ],
  [
    'a column that does not take a value',
    new WriteFailure('member_fact', ['birth_month'], new ColumnRefusal('birth_month', 'The value must be text.')),
    'writing member_fact failed: column birth_month: The value must be text.',
  ],
  [
    'ClickHouse, quoting the text it could not parse',
    new WriteFailure(
      'member_event',
      ['notes', 'effective_date'],
      clickhouse(
        '6',
        'CANNOT_PARSE_TEXT',
        'Column 2, name: effective_date, type: Date, ERROR: text "Citizen" is no date',
      ),
    ),
    'writing member_event failed: Error 6 CANNOT_PARSE_TEXT, column effective_date',
  ],
  [
    'MongoDB, quoting a key',
    new WriteFailure('members', [], mongo(11000, 'E11000 dup key: { surname: "Citizen" }', 'DuplicateKey')),
    'writing members failed: MongoServerError 11000 DuplicateKey',
  ],
  ['something that is no error', 'Citizen' as unknown as Error, 'an unknown failure'],
];

describe('the reason of a failure', () => {
  it.each(withValues)('names its place and kind, never a value: %s', (_, error, reason) => {
    expect(safeReason(error)).toBe(reason);
    expect(JSON.stringify(safeError(error))).not.toContain('Citizen');
  });

  it('takes a column from the message only if the write has that column', () => {
    const quoted = clickhouse('53', 'TYPE_MISMATCH', 'value "name: citizen, type: x" of name: gender, type: String');
    expect(safeReason(new WriteFailure('member_fact', ['gender'], quoted))).toMatch(/TYPE_MISMATCH, column gender$/);
  });
});

describe('a failure that may pass', () => {
  it.each([
    new WriteFailure('members', [], Object.assign(new Error('connect ECONNREFUSED'), { name: 'MongoNetworkError' })),
    // The driver's error if a connection breaks during a bulk write.
    new WriteFailure(
      'imports',
      [],
      Object.assign(new Error('connection 12 to /run/mongo.sock closed'), { name: 'MongoBulkWriteError' }),
    ),
    new WriteFailure('member_fact', [], new Error('Timeout error.')),
    new WriteFailure('member_fact', [], clickhouse('243', 'NOT_ENOUGH_SPACE', 'Cannot reserve 1 MiB')),
    new WriteFailure('member_fact', [], clickhouse('241', 'MEMORY_LIMIT_EXCEEDED', 'would use 5 GiB')),
    mongo(13, 'not authorized on views', 'Unauthorized'),
    new WriteFailure('member_fact', [], clickhouse('497', 'ACCESS_DENIED', 'projector: Not enough privileges.')),
    new Error('14 UNAVAILABLE: No connection established'),
  ])('is not the event’s: %s', (error) => {
    expect(mayPass(error)).toBe(true);
    expect(isEventsFault(error)).toBe(false);
  });

  it('is not recognised by a word that its message only quotes', () => {
    const quoting = clickhouse('6', 'CANNOT_PARSE_TEXT', 'parsed text: "ECONNREFUSED, timed out"');
    expect(mayPass(new WriteFailure('member_fact', [], quoting))).toBe(false);
    expect(isEventsFault(new WriteFailure('member_fact', [], quoting))).toBe(true);
  });
});

it('fewer rows at once help against a lack of memory and too many partitions, not against merges that are behind', () => {
  const tooMuch = (code: string, type: string, message: string) =>
    isTooMuchAtOnce(new WriteFailure('member_fact', [], clickhouse(code, type, message)));
  expect(tooMuch('241', 'MEMORY_LIMIT_EXCEEDED', 'would use 5 GiB')).toBe(true);
  expect(tooMuch('252', 'TOO_MANY_PARTS', 'Too many partitions for single INSERT block (more than 100).')).toBe(true);
  expect(tooMuch('252', 'TOO_MANY_PARTS', 'Too many parts (3000). Merges are processing slower than inserts')).toBe(
    false,
  );
});

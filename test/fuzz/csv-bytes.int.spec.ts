import { csvTableNames } from '@superscope/contracts/csv-tables';
import { decodePosition, encodePosition, type Position } from '@superscope/event-store/events/position';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Importing, type Answer } from '../import/importing.js';
import { smallFund } from '../import/small-fund.js';
import { largeFiles, oddBytes, oddImportQuery } from './csv-arbitraries.js';
import { fuzzing } from './fuzz-settings.js';

let importing: Importing;
let head: Position | null = null;

beforeAll(async () => {
  importing = await Importing.startWith(Object.values(smallFund));
  await newEvents();
});
afterAll(() => importing?.stop());

/** Number of events written since the last call, without the access log. */
async function newEvents(): Promise<number> {
  let count = 0;
  for await (const batch of importing.engines.store.readAll({ from: head }))
    for (const { stream, position } of batch) {
      head = decodePosition(encodePosition(position));
      if (!stream.startsWith('access-')) count += 1;
    }
  return count;
}

const kept = () => importing.engines.mongo.db('files').collection('imports.files').countDocuments();
const deadLetters = () => importing.engines.mongo.db('ops').collection('dead_letters').find({}).toArray();

/** Expects a refusal with the error and its place, or a question, and nothing of the file left. */
async function refused({ status, body }: Answer, spools: number): Promise<void> {
  expect([400, 409, 413]).toContain(status);
  // No other import runs, so it is asked what has to be confirmed.
  if (status === 409) expect(body.questions).not.toEqual([]);
  expect(body.message).toEqual(expect.any(String));
  expect(JSON.stringify(body).length).toBeLessThan(300_000);
  for (const { line, column, message, ...other } of body.errors ?? []) {
    // An error in the query has no line.
    if ('field' in other) continue;
    expect(line).toBeGreaterThan(0);
    expect(column === null || typeof column === 'string').toBe(true);
    expect(message).toMatch(/\S/);
  }
  expect(await newEvents()).toBe(0);
  expect(await kept()).toBe(spools);
}

describe('any bytes in place of a file', () => {
  for (const table of csvTableNames)
    it(`of ${table} are imported completely or refused line by line`, { timeout: 1_800_000 }, async () => {
      const property = fc.asyncProperty(
        oddBytes(smallFund[table]!),
        fc.boolean(),
        fc.boolean(),
        oddImportQuery,
        async (content, dryRun, named, query) => {
          const bytes = Buffer.from(content, 'latin1');
          const spools = await kept();
          const says = [query, ...(named ? [`table=${table}`] : []), ...(dryRun ? ['dryRun'] : [])].filter(Boolean);
          const answer = await importing.upload(bytes, says.length > 0 ? `?${says.join('&')}` : '');
          if (answer.status === 202) {
            expect(dryRun).toBe(false);
            const { state, message } = await importing.ended(answer.body.importId!);
            expect([state, message]).toEqual(['completed', null]);
            await newEvents();
          } else if (answer.status === 200) {
            expect([dryRun, await newEvents(), await kept()]).toEqual([true, 0, spools]);
          } else await refused(answer, spools);
        },
      );
      await fc.assert(property, fuzzing(14, table));
    });

  for (const [what, file] of Object.entries(largeFiles(smallFund['memberSnapshots']!.split('\r\n')[0]!)))
    it(`are refused where they are ${what}`, async () => {
      const spools = await kept();
      await refused(await importing.upload(file, '?table=memberSnapshots'), spools);
      await refused(await importing.upload(file), spools);
    });

  it('leave nothing behind that cannot be projected or scored', async () => {
    await importing.derived();
    expect(await deadLetters()).toEqual([]);
    for (const table of csvTableNames) expect(await importing.export(table, '')).toMatch(/^\uFEFF?\w+/);
  });
});

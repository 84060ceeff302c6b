import type { Response } from 'undici';
import { CsvSyntaxError, readCsv } from '../../csv/reading/csv-records.js';
import type { CrmResult } from '../crm.js';
import { CallFailed, cutOff, forPeople, notUnderstood } from './call-failed.js';
import type { SalesforceConnection } from './salesforce-connection.js';

/** The lists in which Salesforce gives the rows of an ended job. */
export type ResultList = 'successfulResults' | 'failedResults' | 'unprocessedrecords';

/**
 * The rows of one list, page by page. A page that breaks off is asked for again and carried on behind the last row, which must be the same
 * one then. `key` is the column that names a row. Throws CrmBusy or CrmRefused.
 */
export async function* resultRows(
  connection: SalesforceConnection,
  listPath: string,
  list: ResultList,
  key: string,
): AsyncGenerator<CrmResult> {
  let locator: string | null = null;
  const asked = new Set<string | null>();
  do {
    // Pages that lead back to themselves would never end.
    if (asked.has(locator)) throw notUnderstood().toCrm();
    asked.add(locator);
    const path = `${listPath}/${list}${locator === null ? '' : `?locator=${encodeURIComponent(locator)}`}`;
    const patience = connection.patience();
    let given = 0;
    let last: string | null = null;
    for (;;)
      try {
        const response = await connection.open({ method: 'GET', path, isLong: true });
        let seen = 0;
        for await (const result of rowsOf(response, list, key)) {
          seen += 1;
          if (seen === given && result.key !== last) throw changed();
          if (seen <= given) continue;
          given = seen;
          last = result.key;
          yield result;
        }
        if (seen < given) throw cutOff();
        locator = nextPage(response);
        break;
      } catch (error) {
        await patience.after(error);
      }
  } while (locator !== null);
}

const changed = () => new CallFailed('unclear', 'Salesforce gave the rows of this job in another order.');

function nextPage(response: Response): string | null {
  const locator = response.headers.get('sforce-locator');
  return locator === null || locator === '' || locator === 'null' ? null : locator;
}

async function* rowsOf(response: Response, list: ResultList, key: string): AsyncGenerator<CrmResult> {
  if (response.body === null) return;
  let header: readonly string[] | null = null;
  try {
    for await (const records of readCsv(response.body as AsyncIterable<Uint8Array>))
      for (const { cells } of records) {
        if (header === null) {
          header = cells;
          if (!header.includes(key) || !columnsOf[list].every((name) => cells.includes(name))) throw notUnderstood();
          continue;
        }
        // A line that ends within itself is the last one of half an answer.
        if (cells.length !== header.length) throw cutOff();
        yield resultOf(cells, header, list, key);
      }
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    throw error instanceof CsvSyntaxError ? notUnderstood() : cutOff();
  }
}

/** What a list says of a row beside what was sent. */
const columnsOf: Record<ResultList, readonly string[]> = {
  successfulResults: ['sf__Id'],
  failedResults: ['sf__Error'],
  unprocessedrecords: [],
};

function resultOf(cells: readonly string[], header: readonly string[], list: ResultList, key: string): CrmResult {
  const cell = (name: string) => cells[header.indexOf(name)] ?? '';
  const row = { key: cell(key) };
  if (list === 'unprocessedrecords') return { ...row, outcome: 'unprocessed' };
  if (list === 'successfulResults') return { ...row, outcome: 'accepted', crmId: cell('sf__Id') };
  return { ...row, outcome: 'refused', ...refusalOf(cell('sf__Error')) };
}

/** Salesforce writes `CODE:sentence:fields --`, with commas between the names of fields. */
function refusalOf(error: string): { code?: string; message: string; fields?: string[] } {
  const [, code, rest] = /^([A-Z][A-Z0-9_]*):(.*)$/s.exec(error) ?? [];
  const message = forPeople((rest ?? error).replace(/(:[^:]*)?--\s*$/, ''), []);
  const [, named = ''] = /:([\w\s,.]*)--\s*$/.exec(rest ?? '') ?? [];
  const fields = named
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[A-Za-z][\w.]{0,120}$/.test(name));
  return { message, ...(code !== undefined && { code }), ...(fields.length > 0 && { fields }) };
}

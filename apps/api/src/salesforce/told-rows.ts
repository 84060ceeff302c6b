import { CrmBusy, CrmRefused, CrmUnclear, type CrmResult } from './crm.js';
import type { NumberedRow } from './kept-files.js';
import type { Shipment } from './export-files.js';

/** What Salesforce says of a row. */
export interface Told {
  outcome: CrmResult['outcome'];
  code: string | undefined;
  crmId: string | undefined;
  fields: readonly string[];
}

export interface ToldRows {
  /** By the row's key in the file: the external id, or Salesforce's own one of a deletion. */
  of: ReadonlyMap<string, Told>;
  /** Whether a row that is not named was not done. If not, nobody knows. */
  isClear: boolean;
}

const crmIdPattern = /^[A-Za-z0-9]{15,18}$/;

/** By which a shipment's results name a row. */
export const nameOf = ({ operation }: Shipment, { key, crmId = '' }: NumberedRow): string =>
  operation === 'delete' ? crmId : key;

/**
 * What Salesforce says of the rows of a job, of which nothing is believed that cannot be: rows that were never sent, two outcomes of one row,
 * one record for two rows, an accepted row without a record. Throws CrmBusy, CrmRefused or CrmUnclear if it should be asked again, unless it
 * `isLast`: then what it does not say clearly is unknown.
 */
export async function toldRows(
  shipment: Shipment,
  rows: AsyncIterable<readonly NumberedRow[]>,
  results: AsyncIterable<CrmResult>,
  isLast: boolean,
): Promise<ToldRows> {
  const sent = new Set<string>();
  for await (const some of rows) for (const row of some) sent.add(nameOf(shipment, row));
  const told = new Map<string, Told>();
  const records = new Map<string, string>();
  const doubtful = new Set<string>();
  let problem: CrmBusy | CrmRefused | CrmUnclear | null = null;
  try {
    for await (const { key, outcome, code, crmId, fields = [] } of results) {
      if (!sent.has(key)) {
        problem ??= new CrmUnclear('Salesforce gave results of rows that were not sent.');
        continue;
      }
      const before = told.get(key);
      if (before !== undefined && (before.outcome !== outcome || before.crmId !== crmId)) doubtful.add(key);
      if (shipment.operation === 'upsert' && outcome === 'accepted') {
        const other = records.get(crmId ?? '');
        if (!crmIdPattern.test(crmId ?? '')) doubtful.add(key);
        else if (other !== undefined && other !== key) for (const each of [key, other]) doubtful.add(each);
        else records.set(crmId!, key);
      }
      // Without its sentence, which can be long and quote the member's values.
      told.set(key, { outcome, code, crmId, fields });
    }
  } catch (error) {
    if (!(error instanceof CrmBusy) && !(error instanceof CrmRefused)) throw error;
    problem = error;
  }
  if (doubtful.size > 0) problem ??= new CrmUnclear('Salesforce contradicts itself about some rows.');
  // Counters that are wrong are of no matter where every row is named once.
  const isWhole = told.size === sent.size && doubtful.size === 0 && problem instanceof CrmUnclear;
  if (problem !== null && !isWhole && !isLast) throw problem;
  for (const key of doubtful) told.delete(key);
  return { of: told, isClear: problem === null };
}

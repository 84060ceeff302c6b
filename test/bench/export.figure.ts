import { externalIdField } from '@superscope/api/salesforce/export-files';
import { bulkCrm } from '@superscope/api/salesforce/bulk-api/bulk-crm';
import { hasEnded } from '@superscope/api/salesforce/crm';
import {
  salesforceBatchBegun,
  salesforceBatchList,
  salesforcePreview,
  type SalesforceBatchRecord,
} from '@superscope/contracts/salesforce';
import { salesforceObjects } from '../harness/salesforce-objects.js';
import { SalesforceServer } from '../harness/salesforce-server.js';
import { BenchPortal } from './bench-portal.js';
import { against, perSecondText, shown, whole, type Figure } from './figure.js';
import { closing, timed, until } from './measure.js';
import { forgetPeakOf, processUse } from './processes.js';
import { FundByEvents } from './scaling/fund-by-events.js';
import type { Sizes } from './sizes.js';

/** The days on which the fund is recorded. */
const days = { startDate: '2026-03-01', endDate: '2026-03-31' };
/** How much more memory the whole fund may take than one employer of it. The results of a job are held, up to 50,000 rows. */
const mostGrowth = 1.5;

/**
 * Measures an export of a whole fund's contacts to Salesforce, from the request until there is a receipt for each row, and the api's memory
 * beside that of an export of one employer. Salesforce is a server in this process that speaks its wire.
 */
export async function exportFigures(
  { plans, membersPerPlan }: Sizes['exports'],
  say: (text: string) => void,
): Promise<Figure[]> {
  const salesforce = await SalesforceServer.start({ objects: salesforceObjects() });
  const { url, clientId, clientSecret } = salesforce.settings;
  const portal = await BenchPortal.start(say, {
    SALESFORCE_URL: url.origin,
    SALESFORCE_CLIENT_ID: clientId,
    SALESFORCE_CLIENT_SECRET: clientSecret,
  });
  try {
    const members = plans * membersPerPlan;
    say(`${whole(members)} members as events`);
    const fund = await FundByEvents.open(portal.environment);
    const [planId] = await closing(fund, () => fund.members(plans, membersPerPlan));
    await until('Every contact', async () => (await contactsOf(portal)) >= members, {
      withinSeconds: 1_200,
      everyMs: 1_000,
    });
    say('an export of one employer');
    const employer = await exported(portal, { employerIdFilter: `${planId}-E1` });
    say('and of all');
    const all = await exported(portal, {});
    const contacts = salesforce.organisation.records.get('Contact')!;
    if (contacts.size !== members) throw new Error(`Salesforce has ${contacts.size} contacts of ${members}.`);
    say('the same contacts, sent by a client alone');
    const alone = await sentAlone(salesforce, [...contacts.values()]);
    return [
      shown(
        `export, ${whole(all.rows)} rows`,
        `${perSecondText(all.rows / all.seconds)}, ${all.seconds.toFixed(0)} s`,
        `${perSecondText(members / alone)} sent by a client alone`,
      ),
      {
        name: 'export, memory of the api',
        measured: `${whole(all.megabytes)} MB`,
        target: `<= ${mostGrowth} x`,
        raw: `${whole(employer.megabytes)} MB for ${whole(employer.rows)} rows`,
        ...against((mostGrowth * employer.megabytes) / all.megabytes),
      },
    ];
  } finally {
    await portal.stop();
    await salesforce.stop();
  }
}

async function contactsOf(portal: BenchPortal): Promise<number> {
  const answer = await portal.client.request(`/api/salesforce/exports/preview?${new URLSearchParams(days)}`);
  if (!answer.ok) throw new Error(`The preview was refused: ${await answer.text()}`);
  return salesforcePreview.parse(await answer.json()).records.contacts ?? 0;
}

/** Runs a batch. Throws its reason if it fails or leaves rows behind. */
async function exported(
  portal: BenchPortal,
  filter: { employerIdFilter?: string },
): Promise<{ rows: number; seconds: number; megabytes: number }> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...days, ...filter })) form.append(name, value);
  forgetPeakOf('api');
  const { result, seconds } = await timed(async () => {
    const answer = await portal.client.request('/api/salesforce/exports', { method: 'POST', body: form });
    if (answer.status !== 202) throw new Error(`The export was refused: ${await answer.text()}`);
    return ended(portal, salesforceBatchBegun.parse(await answer.json()).jobId);
  });
  if (result.failed !== 0) throw new Error(`${result.failed} rows were not accepted.`);
  const api = processUse().find(({ name }) => name === 'api');
  return { rows: result.exported, seconds, megabytes: api?.peakMegabytes ?? 0 };
}

async function ended(portal: BenchPortal, jobId: string): Promise<SalesforceBatchRecord> {
  let batch: SalesforceBatchRecord | undefined;
  const hasCompleted = async () => {
    const answer = await portal.client.request('/api/salesforce/batches');
    batch = salesforceBatchList.parse(await answer.json()).find((each) => each.jobId === jobId);
    if (batch?.batchStatus === 'FAILED') throw new Error(`The export failed: ${batch.note}`);
    return batch?.batchStatus === 'COMPLETED';
  };
  await until('The export', hasCompleted, { withinSeconds: 1_800, everyMs: 250 });
  return batch!;
}

/** The seconds in which these contacts are sent as one job and their results are read, without files, rows and receipts of a portal. */
async function sentAlone(
  salesforce: SalesforceServer,
  contacts: readonly Record<string, string | null>[],
): Promise<number> {
  const columns = [externalIdField, 'LastName', 'FirstName'];
  async function* csv() {
    yield `${columns.join(',')}\n`;
    for (const contact of contacts) yield `${columns.map((column) => contact[column] ?? '').join(',')}\n`;
  }
  const crm = bulkCrm(salesforce.settings);
  const { seconds } = await timed(async () => {
    const { jobId } = await crm.create({ operation: 'upsert', object: 'Contact', externalId: externalIdField });
    await crm.upload(jobId, csv());
    while (!hasEnded((await crm.status(jobId)).state));
    let rows = 0;
    for await (const { outcome } of crm.results(jobId)) if (outcome === 'accepted') rows += 1;
    if (rows !== contacts.length) throw new Error(`${rows} of ${contacts.length} contacts were accepted.`);
  });
  return seconds;
}

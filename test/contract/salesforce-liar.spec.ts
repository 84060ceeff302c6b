import { gzipSync } from 'node:zlib';
import type { ExportRow, Shipment } from '@superscope/api/salesforce/export-files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { salesforceObjects } from '../harness/salesforce-objects.js';
import { SalesforceServer, type Answer } from '../harness/salesforce-server.js';
import { SentBatch } from '../harness/sent-batch.js';

const key = 'Superscope_Id__c';
const plans: Shipment = { object: 'plans', operation: 'upsert' };
const campaigns: Shipment = { object: 'campaigns', operation: 'upsert' };
const always = 1_000_000;

let server: SalesforceServer;
let batch: SentBatch;
beforeEach(async () => {
  server = await SalesforceServer.start({ objects: salesforceObjects(), isQuick: true, rowsOfPage: 4 });
  batch = new SentBatch(server);
});
afterEach(() => server.stop());

const rowsOf = (count: number): ExportRow[] =>
  Array.from({ length: count }, (_, at) => ({
    key: `PF.P${at}`,
    parentId: null,
    memberId: null,
    values: [`Plan "${at}",\nof a fund`, 'Plan', 'PF', 'PR', '2020-01-01', 'true'],
  }));
const rows = rowsOf(10);
const after: readonly ExportRow[] = [
  {
    key: 'PF.K1',
    parentId: 'PF.P0',
    memberId: null,
    values: ['PF.P0', 'Spring', 'email', '2026-03-01', 'Completed', 'true'],
  },
];

/** Changes JSON that Salesforce answers with. */
const json = (change: (said: Record<string, unknown>) => object) => ({
  instead: (answer: Answer): Answer => ({
    ...answer,
    body: JSON.stringify(change(JSON.parse(String(answer.body)) as Record<string, unknown>)),
  }),
});
const text = (change: (said: string) => string) => ({
  instead: (answer: Answer): Answer => ({ ...answer, body: change(String(answer.body)) }),
});
const page = {
  instead: { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>We are down for maintenance</h1>' },
};
const garbage = {
  instead: { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync('sf__Id,sf__Created').fill(7, 12) },
};
const job = /GET .*ingest\/\w+$/;
const successes = /GET .*successfulResults/;

/**
 * What holds whatever Salesforce says: a row is only called accepted if it is there, what is not is owed, and the batch leaves no job behind
 * that it could remove.
 */
function nothingIsLost() {
  const receipts = batch.receiptsOf(plans);
  for (const { key: id } of rows) {
    const [, , , , outcome, , crmId] = receipts.get(id) ?? [];
    const record = server.organisation.record('Account', id);
    if (outcome === 'accepted') expect([id, crmId]).toEqual([id, record?.['Id']]);
    else expect([id, outcome]).toEqual([id, expect.stringMatching(/^(refused|unprocessed|unknown)$/) as string]);
  }
  // An open job that never got an answer has no rows.
  const states = server.organisation.jobStates.filter((state) => state !== 'Open');
  expect(states.length).toBeLessThanOrEqual(batch.left.size);
}

/** An organisation that lies for a while or for ever, and what the batch knows of ten rows in the end. */
interface Lie {
  name: string;
  tell: (of: SalesforceServer) => void;
  state?: 'done' | 'failed';
  reason?: RegExp;
  /** Accepted, not accepted, unknown. */
  known: [number, number, number];
}

const lies: Lie[] = [
  {
    name: 'counts more rows than there were',
    tell: (of) =>
      of.play(
        job,
        json((said) => ({ ...said, numberRecordsProcessed: 99 })),
        always,
      ),
    known: [10, 0, 0],
  },
  {
    name: 'counts fewer, and gives three rows less',
    tell: (of) => {
      of.play(
        job,
        json((said) => ({ ...said, numberRecordsProcessed: 2 })),
        always,
      );
      of.play(
        successes,
        text((csv) => (csv.includes('PF.P8') ? '"sf__Id","sf__Created","Superscope_Id__c"\n' : csv)),
        always,
      );
    },
    known: [8, 0, 2],
  },
  {
    name: 'loses the results of rows that it counts',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.replace(/^"\w+","true","PF\.P[39]","Plan [^]*?"true"\n/gm, '')),
        always,
      ),
    known: [8, 0, 2],
  },
  {
    name: 'loses them once',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.split('\n').slice(0, 1).join('\n')),
        2,
      ),
    known: [10, 0, 0],
  },
  {
    name: 'says that the job is complete, and then that it is not',
    tell: (of) => {
      of.organisation.holds = true;
      of.play(job, { instead: (answer) => answer });
      of.play(
        job,
        json((said) => ({ ...said, state: 'JobComplete' })),
      );
      of.play(job, { instead: (answer) => ((of.organisation.holds = false), answer) });
    },
    known: [10, 0, 0],
  },
  {
    name: 'goes back from complete to open when the results are asked for',
    tell: (of) => {
      of.play(job, { instead: (answer) => answer }, 2);
      of.play(
        job,
        json((said) => ({ ...said, state: 'Open' })),
        3,
      );
    },
    known: [10, 0, 0],
  },
  {
    name: 'shows a page instead of 201, and has not taken the rows',
    tell: (of) => of.play(/PUT /, 'page'),
    known: [10, 0, 0],
  },
  {
    name: 'shows a page instead of 201 for ever',
    tell: (of) => of.play(/PUT /, page, always),
    state: 'failed',
    reason: /was not understood/,
    known: [0, 10, 0],
  },
  {
    name: 'makes a job without an id',
    tell: (of) =>
      of.play(
        /POST .*ingest$/,
        json(({ id: _, ...said }) => said),
        2,
      ),
    known: [10, 0, 0],
  },
  {
    name: 'never gives a job an id',
    tell: (of) =>
      of.play(
        /POST .*ingest$/,
        json(({ id: _, ...said }) => said),
        always,
      ),
    state: 'failed',
    reason: /was not understood/,
    known: [0, 0, 0],
  },
  {
    name: 'tells of another job',
    tell: (of) =>
      of.play(
        job,
        json((said) => ({ ...said, id: '7505g00000999999AA' })),
        3,
      ),
    known: [10, 0, 0],
  },
  {
    name: 'redirects',
    tell: (of) => of.play(job, { redirectTo: 'https://elsewhere.example.net' }, always),
    state: 'failed',
    reason: /redirect/,
    known: [0, 0, 10],
  },
  {
    name: 'ends the session in the middle of the rows',
    tell: (of) => of.play(/PUT /, { answer: 401, code: 'INVALID_SESSION_ID' }, 2),
    known: [10, 0, 0],
  },
  { name: 'compresses garbage', tell: (of) => of.play(successes, garbage, 3), known: [10, 0, 0] },
  {
    name: 'compresses garbage for ever',
    tell: (of) => of.play(/GET .*(Results|records)/, garbage, always),
    known: [0, 0, 10],
  },
  {
    name: 'shows a page instead of results for ever',
    tell: (of) => of.play(/GET .*(Results|records)/, page, always),
    known: [0, 0, 10],
  },
  {
    name: 'cuts the results in the middle of a line, as if that were all',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.slice(0, csv.indexOf('PF.P2') + 4)),
        always,
      ),
    known: [2, 0, 8],
  },
  {
    name: 'cuts them at the end of a line',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.slice(0, csv.search(/\n"\w+","true","PF\.P[26]"/) + 1 || undefined)),
        always,
      ),
    known: [6, 0, 4],
  },
  {
    name: 'gives every row twice',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => `${csv}${csv.slice(csv.indexOf('\n') + 1)}`),
        always,
      ),
    known: [10, 0, 0],
  },
  {
    name: 'gives a row as accepted and as refused',
    tell: (of) =>
      of.play(
        /GET .*failedResults/,
        text((csv) => `${csv}"","UNKNOWN_EXCEPTION:x:--","PF.P1"${',""'.repeat(6)}\n`),
        always,
      ),
    known: [9, 0, 1],
  },
  {
    name: 'accepts a row without saying as which record',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.replace(/"\w+"(?=,"true","PF\.P1")/, '""')),
        always,
      ),
    known: [9, 0, 1],
  },
  {
    name: 'accepts two rows as the same record',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.replace(/"\w+"(?=,"true","PF\.P[12]")/g, '"0015g0000009999AAA"')),
        always,
      ),
    known: [8, 0, 2],
  },
  {
    name: 'has no column of ids',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.replace('sf__Id', 'Id')),
        always,
      ),
    known: [0, 0, 10],
  },
  {
    name: 'gives the results of another job',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => csv.replaceAll('PF.P', 'XX.P')),
        always,
      ),
    known: [0, 0, 10],
  },
  {
    name: 'gives pages that lead back to themselves',
    tell: (of) =>
      of.play(
        successes,
        { instead: (answer) => ({ ...answer, headers: { ...answer.headers, 'sforce-locator': 'again' } }) },
        always,
      ),
    known: [4, 0, 6],
  },
  {
    name: 'writes CSV as a spreadsheet does',
    tell: (of) =>
      of.play(
        successes,
        text((csv) => `\uFEFF${csv.replaceAll(/\n(?="\w{18}"|$)/g, '\r\n')}`),
        always,
      ),
    known: [10, 0, 0],
  },
  {
    name: 'has a state that nobody knows for a while',
    tell: (of) =>
      of.play(
        job,
        json((said) => ({ ...said, state: 'Queued' })),
        5,
      ),
    known: [10, 0, 0],
  },
  {
    name: 'has a state that nobody knows for ever',
    tell: (of) => {
      of.play(job, { instead: (answer) => answer });
      of.play(
        job,
        json((said) => ({ ...said, state: 'Queued' })),
        always,
      );
    },
    state: 'failed',
    reason: /was not understood/,
    known: [0, 0, 10],
  },
  {
    name: 'has no field that it shows',
    tell: (of) =>
      of.play(
        /describe/,
        json((said) => ({ ...said, fields: [] })),
        always,
      ),
    state: 'failed',
    reason: /^Salesforce differs from what exports need\..* Nothing was sent\.$/,
    known: [0, 0, 0],
  },
  { name: 'describes nothing for a while', tell: (of) => of.play(/describe/, page, 3), known: [10, 0, 0] },
  {
    name: 'describes nothing for ever',
    tell: (of) => of.play(/describe/, page, always),
    state: 'failed',
    reason: /was not understood/,
    known: [0, 0, 0],
  },
  {
    name: 'refuses to describe',
    tell: (of) => of.play(/describe/, { answer: 403, code: 'INSUFFICIENT_ACCESS' }, always),
    state: 'failed',
    reason: /INSUFFICIENT_ACCESS/,
    known: [0, 0, 0],
  },
  {
    name: 'asks for no wait at all, for ever',
    tell: (of) => of.play(job, { answer: 503, retryAfter: '0' }, always),
    state: 'failed',
    reason: /cannot answer/,
    known: [0, 0, 10],
  },
  {
    name: 'removes the job before its results are read',
    tell: (of) => of.play(job, { instead: (answer) => (of.organisation.removeEndedJobs(), answer) }, always),
    known: [0, 0, 10],
  },
];

describe('a Salesforce that', () => {
  it.each(lies)(
    '$name loses nothing, and is believed nothing that is not so',
    async ({ tell, state = 'done', reason, known }) => {
      tell(server);
      const ended = await batch.run([plans, rows], [campaigns, after]);
      expect([ended.state, ended.reason]).toEqual([
        state,
        reason === undefined ? undefined : (expect.stringMatching(reason) as string),
      ]);
      if (batch.receiptsOf(plans).size > 0) nothingIsLost();
      const outcomes = [...batch.receiptsOf(plans).values()].map((receipt) => receipt[4]);
      const count = (of: string[]) => outcomes.filter((outcome) => of.includes(outcome)).length;
      expect([count(['accepted']), count(['refused', 'unprocessed']), count(['unknown'])]).toEqual(known);
      if (state === 'done') {
        const { imported, unknown } = batch.counts;
        const campaign = batch.receiptsOf(campaigns).get('PF.K1')![4] === 'accepted' ? 1 : 0;
        expect([imported, unknown]).toEqual([known[0] + campaign, known[2] + 1 - campaign]);
      }
    },
  );

  it('asks for a day is waited for that long and no longer, and the batch says until when', async () => {
    server.play(/POST .*ingest$/, { answer: 503, retryAfter: '86400' });
    const asked = Date.now();
    expect(await batch.run([plans, rows])).toEqual({ state: 'done' });
    expect(Math.max(...batch.waits.milliseconds)).toBeGreaterThan(86_000_000);
    const { retryAt, note } = batch.notes.find((each) => each.retryAt !== undefined)!;
    expect(note).toBe('Plans. Salesforce cannot answer at the moment (UNKNOWN_EXCEPTION).');
    expect(retryAt!.getTime() - asked).toBeGreaterThan(86_000_000);
    // Nothing else was asked meanwhile.
    expect(server.asked.filter((each) => /POST .*ingest$/.test(each))).toHaveLength(2);
  });

  it.each([
    ['9999999999', 86_400],
    [new Date(Date.now() + 400 * 86_400_000).toUTCString(), 86_400],
    [new Date(Date.now() + 7_200_000).toUTCString(), 7_200],
    ['3600', 3_600],
  ])('asks to be left alone for %s is asked again after %d seconds', async (retryAfter, seconds) => {
    server.play(/POST .*ingest$/, { answer: 429, retryAfter });
    await batch.run([plans, rows]);
    const longest = Math.max(...batch.waits.milliseconds) / 1000;
    expect(longest).toBeGreaterThan(seconds - 60);
    expect(longest).toBeLessThanOrEqual(seconds + 1);
  });

  it.each([
    ['asks for a day', (of: SalesforceServer) => of.play(job, { answer: 503, retryAfter: '86400' }, always)],
    ['never ends a job', (of: SalesforceServer) => void (of.organisation.holds = true)],
    [
      'never ends one, nor lets it be aborted',
      (of: SalesforceServer) => {
        of.organisation.holds = true;
        of.play(/PATCH .*ingest/, { instead: (answer) => answer });
        of.play(/PATCH .*ingest/, page, always);
      },
    ],
  ])('%s does not keep a batch from stopping', async (_, tell) => {
    tell(server);
    batch.isStopping = () => batch.waits.milliseconds.length > 3;
    expect(await batch.run([plans, rows])).toEqual({ state: 'stopped' });
    nothingIsLost();
  });

  it('drips its results a byte at a time is left, and the rows that it did not give are unknown', async () => {
    batch = new SentBatch(server, { uploadMilliseconds: 100, waiting: { mostMilliseconds: 0, wait: async () => {} } });
    server.play(successes, { drip: 5 }, always);
    expect(await batch.run([plans, rows])).toEqual({ state: 'done' });
    nothingIsLost();
    expect(batch.counts.unknown).toBeGreaterThan(0);
  });

  it('drips an answer to an ordinary question is asked again', async () => {
    batch = new SentBatch(server, { answerMilliseconds: 300 });
    server.play(job, { drip: 20 });
    expect(await batch.run([plans, rows])).toEqual({ state: 'done' });
    expect(batch.counts).toMatchObject({ imported: 10, unknown: 0 });
  });

  it('does not remove a job is asked again, and the batch ends', async () => {
    server.play(/DELETE /, { answer: 500 }, always);
    expect(await batch.run([plans, rows])).toEqual({ state: 'done' });
    expect(batch.left.size).toBe(1);
  });
});

describe('rows', () => {
  const members: Shipment = { object: 'campaignMembers', operation: 'upsert' };
  const member = (at: number, status: string): ExportRow => ({
    key: `PF.K1.M${at}`,
    parentId: 'PF.K1',
    memberId: `M${at}`,
    values: ['PF.K1', `M${at}`, status, '2026-03-01', null],
  });
  const send = async (...of: ExportRow[]) => {
    batch = new SentBatch(server);
    const ended = await batch.run([members, of]);
    expect(ended).toEqual({ state: 'done' });
    return [...batch.receiptsOf(members).values()].map(([, id, , , outcome, code]) => [id, outcome, code]);
  };
  const uploads = () => server.asked.filter((asked) => asked.startsWith('PUT')).length;
  beforeEach(async () => {
    const { organisation } = server;
    organisation.put('Campaign', { [key]: 'PF.K1', Name: 'Spring' });
    for (const at of [1, 2, 3]) organisation.put('Contact', { [key]: `M${at}`, LastName: 'Abara' });
  });

  it('of known records are sent without what only new ones may have, and new ones with all of it', async () => {
    await send(member(1, 'Sent'));
    expect(uploads()).toBe(1);
    expect(await send(member(1, 'Opened'), member(2, 'Sent'))).toEqual([
      ['PF.K1.M1', 'accepted', null],
      ['PF.K1.M2', 'accepted', null],
    ]);
    expect(uploads()).toBe(3);
    expect(server.organisation.record('CampaignMember', 'PF.K1.M1')).toMatchObject({
      Status: 'Opened',
      [`Campaign.${key}`]: 'PF.K1',
    });
    expect(server.organisation.headers.at(-1)).toEqual([key, 'Status', 'Sent_On__c', 'Responded_On__c']);
    expect(batch.counts).toMatchObject({ imported: 2, failed: 0, unknown: 0 });
  });

  it('of records that somebody deleted there are created again', async () => {
    await send(member(1, 'Sent'), member(2, 'Sent'));
    server.organisation.delete('CampaignMember', 'PF.K1.M1');
    expect(await send(member(1, 'Clicked'), member(2, 'Clicked'))).toEqual([
      ['PF.K1.M1', 'accepted', null],
      ['PF.K1.M2', 'accepted', null],
    ]);
    expect(server.organisation.record('CampaignMember', 'PF.K1.M1')).toMatchObject({
      Status: 'Clicked',
      [`Contact.${key}`]: 'M1',
    });
  });

  it.each([
    ['went', (known: boolean) => (known ? [] : null)],
    ['came', (known: boolean) => (known ? null : [])],
  ])('of a record that %s after Salesforce was asked for it are sent again by themselves', async (what) => {
    await send(member(2, 'Sent'));
    if (what === 'went') await send(member(1, 'Sent'));
    server.play(/GET .*query/, {
      instead: (answer) => {
        if (what === 'went') server.organisation.delete('CampaignMember', 'PF.K1.M1');
        else
          server.organisation.put('CampaignMember', {
            [key]: 'PF.K1.M1',
            Status: 'Sent',
            [`Campaign.${key}`]: 'PF.K1',
            [`Contact.${key}`]: 'M1',
          });
        return answer;
      },
    });
    expect(await send(member(1, 'Opened'), member(2, 'Opened'))).toEqual([
      ['PF.K1.M1', 'accepted', null],
      ['PF.K1.M2', 'accepted', null],
    ]);
    expect(batch.counts).toMatchObject({ imported: 2, failed: 0, unknown: 0 });
  });

  it('are not sent for ever where Salesforce says that they exist and that they do not', async () => {
    server.play(
      /GET .*query/,
      json(() => ({ totalSize: 1, done: true, records: [{ Id: '00v5g0000000001AAA', [key]: 'PF.K1.M1' }] })),
      always,
    );
    const receipts = await send(member(1, 'Sent'), member(2, 'Sent'));
    expect(receipts).toEqual([
      ['PF.K1.M1', 'refused', 'REQUIRED_FIELD_MISSING'],
      ['PF.K1.M2', 'accepted', null],
    ]);
  });

  it('of two kinds are each sent though a lock is met', async () => {
    await send(member(1, 'Sent'));
    const met = new Set<string>();
    server.organisation.refuses = (_, row) => {
      if (met.has(row[key]!)) return null;
      met.add(row[key]!);
      return 'UNABLE_TO_LOCK_ROW:unable to obtain exclusive access:--';
    };
    expect(await send(member(1, 'Opened'), member(2, 'Sent'), member(3, 'Sent'))).toEqual(
      [1, 2, 3].map((at) => [`PF.K1.M${at}`, 'accepted', null]),
    );
  });

  it('with a value that is too long are refused by field, and not sent; the others are', async () => {
    const [first, ...others] = rows;
    const long = { ...first!, values: ['N'.repeat(256), ...first!.values.slice(1)] };
    expect(await batch.run([plans, [long, ...others]])).toEqual({ state: 'done' });
    const receipt = batch.receiptsOf(plans).get(long.key)!;
    expect(receipt.slice(4)).toEqual(['refused', 'STRING_TOO_LONG', null, 'Name']);
    expect(batch.counts).toMatchObject({ imported: 9, failed: 1, unknown: 0 });
    expect(server.organisation.rowsRun).toBe(9);
  });

  it('that are refused keep the names of the fields that Salesforce named, and nobody’s values', async () => {
    server.organisation.refuses = (_, row) =>
      row[key] === 'PF.P1'
        ? 'FIELD_CUSTOM_VALIDATION_EXCEPTION:Abara lives at 15 Elm St:Name,Abara,Active__c,15 Elm St --'
        : row[key] === 'PF.P2'
          ? 'INVALID_FIELD:Foreign key external ID: abara not found:Abara --'
          : null;
    await batch.run([plans, rows]);
    expect(batch.receiptsOf(plans).get('PF.P1')!.slice(4)).toEqual([
      'refused',
      'FIELD_CUSTOM_VALIDATION_EXCEPTION',
      null,
      'Name,Active__c',
    ]);
    expect(batch.receiptsOf(plans).get('PF.P2')!.slice(4)).toEqual(['refused', 'INVALID_FIELD', null]);
    expect(JSON.stringify([...batch.receipts.values()])).not.toMatch(/Abara|Elm/i);
  });

  it('go out though a field is told to be required or fixed, which is named', async () => {
    server.organisation.told.set('Account.Type', { updateable: false });
    server.organisation.addField('Account', 'Owner__c', { nillable: false });
    await batch.run([plans, rows]);
    expect(JSON.parse(batch.done['look-1']!)).toEqual([
      'Account.Type can be set when a record is created, and not changed.',
      'Account requires Owner__c, which is not sent, so Salesforce refuses new records.',
    ]);
    expect(batch.counts).toMatchObject({ imported: 10 });
    // The second time without it.
    const again = new SentBatch(server);
    await again.run([plans, rows]);
    expect(server.organisation.headers.at(-1)).not.toContain('Type');
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    [
      'that is no external id',
      `Account.${key}`,
      { externalId: false, idLookup: false },
      `Account.${key} is no external id.`,
    ],
    [
      'that may not be set',
      'Account.Name',
      { createable: false, updateable: false },
      "Account.Name cannot be set by the portal's user.",
    ],
    [
      'that may only be changed',
      'Account.Type',
      { createable: false },
      'Account.Type cannot be set when a record is created.',
    ],
  ])('do not go out with a field %s', async (_, field, told, sentence) => {
    server.organisation.told.set(field, told);
    const { state, reason } = await batch.run([plans, rows]);
    expect([state, reason]).toEqual([
      'failed',
      `Salesforce differs from what exports need. ${sentence} Nothing was sent.`,
    ]);
    expect(uploads()).toBe(0);
  });

  it('do not go out to an object that the portal is not shown', async () => {
    server.organisation.hidden.add('Campaign');
    const { reason } = await batch.run([plans, rows], [campaigns, after]);
    expect(reason).toBe(
      "Salesforce differs from what exports need. Salesforce has no object Campaign, or does not show it to the portal's user. Nothing was sent.",
    );
    expect(uploads()).toBe(0);
  });
});

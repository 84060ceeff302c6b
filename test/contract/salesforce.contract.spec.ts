import { CrmBusy, CrmRefused, hasEnded, type Crm, type CrmJob, type CrmResult } from '@superscope/api/salesforce/crm';
import { bulkCrm } from '@superscope/api/salesforce/bulk-api/bulk-crm';
import { mostUploadBytes } from '@superscope/api/salesforce/bulk-api/upload-parts';
import jsforce from 'jsforce';
import { afterEach, describe, expect, it } from 'vitest';
import { SalesforceServer, type Play } from '../harness/salesforce-server.js';
import type { OrganisationOptions } from '../harness/salesforce-organisation.js';

const key = 'Superscope_Id__c';
const objects: OrganisationOptions['objects'] = {
  Account: { fields: [key, 'Name'], externalId: key, required: ['Name'] },
  Contact: { fields: [key, 'LastName', 'FirstName', 'Note__c'], externalId: key, required: ['LastName'] },
  Task: { fields: [key, 'Subject'], externalId: key },
  Score__c: { fields: [key, 'Score__c'], externalId: key },
};
const upsert: CrmJob = { operation: 'upsert', object: 'Contact', externalId: key };

let server: SalesforceServer;
/** The waits of the client, in milliseconds, none of which is really waited for. */
let waits: number[];

async function crmAt(options: Partial<OrganisationOptions> = {}, milliseconds = 60_000): Promise<Crm> {
  server = await SalesforceServer.start({ objects, ...options });
  waits = [];
  return bulkCrm(server.settings, {
    answerMilliseconds: milliseconds,
    idleMilliseconds: milliseconds,
    waiting: {
      mostMilliseconds: 60_000,
      wait: (pause) => {
        waits.push(pause);
        return Promise.resolve();
      },
    },
  });
}
afterEach(() => server.stop());

type Row = Record<string, string>;

async function* csvOf(rows: readonly Row[]): AsyncGenerator<string> {
  yield `${Object.keys(rows[0]!).join(',')}\n`;
  for (const row of rows)
    yield `${Object.values(row)
      .map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
      .join(',')}\n`;
}

/** Looks at a job until it has ended, as the portal's steps do. */
async function ended(crm: Crm, jobId: string) {
  for (let looks = 0; looks < 10; looks += 1) {
    const status = await crm.status(jobId);
    if (hasEnded(status.state)) return status;
  }
  throw new Error('The job does not end.');
}

async function sent(crm: Crm, job: CrmJob, rows: readonly Row[]): Promise<string> {
  const { jobId } = await crm.create(job);
  await crm.upload(jobId, csvOf(rows));
  return jobId;
}

async function resultsOf(crm: Crm, jobId: string): Promise<CrmResult[]> {
  const results: CrmResult[] = [];
  for await (const result of crm.results(jobId)) results.push(result);
  return results;
}

const contacts = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ [key]: `M-${i}`, LastName: `Name ${i}`, FirstName: 'A' }));

/** One job from its beginning to its results, in terms that both clients share. */
interface Client {
  run(job: CrmJob, rows: readonly Row[]): Promise<{ accepted: string[]; refused: [string, string][]; left: string[] }>;
}

const own = async (): Promise<Client> => {
  const crm = await crmAt();
  return {
    async run(job, rows) {
      const jobId = await sent(crm, job, rows);
      await ended(crm, jobId);
      const results = await resultsOf(crm, jobId);
      const of = (outcome: CrmResult['outcome']) => results.filter((result) => result.outcome === outcome);
      return {
        accepted: of('accepted').map((result) => result.key),
        refused: of('refused').map((result) => [result.key, result.code!]),
        left: of('unprocessed').map((result) => result.key),
      };
    },
  };
};

const byJsforce = async (): Promise<Client> => {
  await crmAt();
  const { clientId, clientSecret, url } = server.settings;
  const connection = new jsforce.Connection({
    oauth2: { clientId, clientSecret, loginUrl: url.origin },
    instanceUrl: url.origin,
  });
  await connection.authorize({ grant_type: 'client_credentials' });
  return {
    async run(job, rows) {
      const { operation, object } = job;
      const named = job.operation === 'upsert' ? { externalIdFieldName: job.externalId } : {};
      const of = job.operation === 'upsert' ? job.externalId : 'Id';
      const made = connection.bulk2.createJob({ operation, object, ...named });
      await made.open();
      await made.uploadData(rows as never);
      await made.close();
      await made.poll(1, 60_000).catch((error: Error) => {
        if (!/failed to complete/.test(error.message)) throw error;
      });
      const { successfulResults, failedResults, unprocessedRecords } = await made.getAllResults();
      const left: Row[] = Array.isArray(unprocessedRecords) ? (unprocessedRecords as unknown as Row[]) : [];
      return {
        accepted: (successfulResults as unknown as Row[]).map((row) => row[of]!),
        refused: (failedResults as unknown as Row[]).map((row) => [row[of]!, row['sf__Error']!.split(':')[0]!]),
        left: left.map((row) => row[of]!),
      };
    },
  };
};

describe.each([
  ['the portal', own],
  ['jsforce, unmodified', byJsforce],
] as const)('rows that %s sends', (_, connect) => {
  it('become records, and change those that are there', async () => {
    const client = await connect();
    const quoted = { [key]: 'M-9', LastName: 'O\'Neill, "Mei"\nof two lines', FirstName: 'é' };
    expect(await client.run(upsert, [...contacts(2), quoted])).toEqual({
      accepted: ['M-0', 'M-1', 'M-9'],
      refused: [],
      left: [],
    });
    expect(server.organisation.record('Contact', 'M-9')).toMatchObject({ LastName: quoted.LastName, FirstName: 'é' });
    const later = [{ [key]: 'M-0', LastName: 'New', FirstName: '' }];
    await client.run(upsert, later);
    expect(server.organisation.record('Contact', 'M-0')).toMatchObject({ LastName: 'New', FirstName: 'A' });
    await client.run(upsert, [{ [key]: 'M-0', LastName: 'New', FirstName: '#N/A' }]);
    expect(server.organisation.record('Contact', 'M-0')).toMatchObject({ FirstName: null });
    expect(server.organisation.records.get('Contact')!.size).toBe(3);
  });

  it('are refused one by one, each with its code', async () => {
    const client = await connect();
    server.organisation.refuses = (_object, row) =>
      row[key] === 'M-1'
        ? 'UNABLE_TO_LOCK_ROW:unable to obtain exclusive access to this record: 0015g00000AAAAA:--'
        : null;
    const rows = [...contacts(2), { [key]: 'M-2', LastName: '', FirstName: 'A' }];
    expect(await client.run(upsert, rows)).toEqual({
      accepted: ['M-0'],
      refused: [
        ['M-1', 'UNABLE_TO_LOCK_ROW'],
        ['M-2', 'REQUIRED_FIELD_MISSING'],
      ],
      left: [],
    });
  });

  it('are left where the job fails before them', async () => {
    const client = await connect();
    server.organisation.failsAfterRows = 2;
    expect(await client.run(upsert, contacts(4))).toEqual({
      accepted: ['M-0', 'M-1'],
      refused: [],
      left: ['M-2', 'M-3'],
    });
    expect(server.organisation.jobStates).toEqual(['Failed']);
  });

  it.each([
    ['Account', 'Parent', 'Account'],
    ['Contact', 'Account', 'Account'],
    ['Score__c', 'Contact__r', 'Contact'],
    ['Task', 'Contact:Who', 'Contact'],
  ])('of %s name the record that they belong to by its external id, as %s', async (object, relation, parent) => {
    const client = await connect();
    const named: Row = object === 'Account' ? { Name: 'A' } : object === 'Contact' ? { LastName: 'B' } : {};
    const parentRow: Row = { [key]: 'P-1', [parent === 'Account' ? 'Name' : 'LastName']: 'A' };
    await client.run({ operation: 'upsert', object: parent, externalId: key }, [parentRow]);
    const rows = ['P-1', 'P-2'].map((id, i) => ({ [key]: `R-${i}`, [`${relation}.${key}`]: id, ...named }));
    expect(await client.run({ operation: 'upsert', object, externalId: key }, rows)).toEqual({
      accepted: ['R-0'],
      refused: [['R-1', 'INVALID_FIELD']],
      left: [],
    });
  });

  it("delete records by Salesforce's own ids", async () => {
    const client = await connect();
    await client.run(upsert, contacts(2));
    const { Id } = server.organisation.record('Contact', 'M-1')!;
    const gone = '0035g0000099999AAA';
    expect(await client.run({ operation: 'delete', object: 'Contact' }, [{ Id: Id! }, { Id: gone }])).toEqual({
      accepted: [Id],
      refused: [[gone, 'INVALID_CROSS_REFERENCE_ID']],
      left: [],
    });
    expect(server.organisation.record('Contact', 'M-1')).toBeUndefined();
  });
});

describe('a job', () => {
  it('says how far it is, in the words of Salesforce', async () => {
    const crm = await crmAt();
    const { jobId } = await crm.create(upsert);
    expect(await crm.status(jobId)).toEqual({ state: 'Open', processed: 0, failed: 0 });
    await crm.upload(jobId, csvOf(contacts(3)));
    const seen = [];
    for (let i = 0; i < 3; i += 1) seen.push((await crm.status(jobId)).state);
    expect(seen).toEqual(['UploadComplete', 'InProgress', 'JobComplete']);
    expect(await crm.status(jobId)).toEqual({ state: 'JobComplete', processed: 3, failed: 0 });
    expect(crm.host).toBe(server.settings.url.host);
  });

  it('tells why the whole of it failed, and leaves all its rows', async () => {
    const crm = await crmAt();
    const jobId = await sent(crm, upsert, [{ [key]: 'M-1', Surname: 'Ng' }]);
    expect(await ended(crm, jobId)).toMatchObject({
      state: 'Failed',
      errorMessage: 'InvalidBatch : Field name not found : Surname',
    });
    expect(await resultsOf(crm, jobId)).toEqual([{ key: 'M-1', outcome: 'unprocessed' }]);
  });

  it('gives the reason of a refused row as a sentence beside its code', async () => {
    const crm = await crmAt();
    const jobId = await sent(crm, upsert, [...contacts(1), { [key]: 'M-1', LastName: '', FirstName: '' }]);
    await ended(crm, jobId);
    expect(await resultsOf(crm, jobId)).toEqual([
      { key: 'M-0', outcome: 'accepted', crmId: server.organisation.record('Contact', 'M-0')!['Id'] },
      {
        key: 'M-1',
        outcome: 'refused',
        code: 'REQUIRED_FIELD_MISSING',
        fields: ['LastName'],
        message: 'Required fields are missing: [LastName]',
      },
    ]);
  });

  it('gives its results page by page', async () => {
    const crm = await crmAt({ rowsOfPage: 2 });
    const jobId = await sent(crm, upsert, contacts(5));
    await ended(crm, jobId);
    expect((await resultsOf(crm, jobId)).map((row) => row.key)).toEqual(['M-0', 'M-1', 'M-2', 'M-3', 'M-4']);
    expect(server.asked.filter((asked) => /successfulResults/.test(asked))).toHaveLength(3);
  });

  it('gives no results before it has ended', async () => {
    const crm = await crmAt();
    const jobId = await sent(crm, upsert, contacts(1));
    await expect(resultsOf(crm, jobId)).rejects.toThrow(new CrmBusy('This job has not ended.'));
  });

  it('is aborted while it runs, which leaves its rows, and later nothing happens', async () => {
    const crm = await crmAt();
    server.organisation.holds = true;
    const jobId = await sent(crm, upsert, contacts(2));
    await crm.status(jobId);
    await crm.abort(jobId);
    expect((await crm.status(jobId)).state).toBe('Aborted');
    expect((await resultsOf(crm, jobId)).map(({ outcome }) => outcome)).toEqual(['unprocessed', 'unprocessed']);
    await crm.abort(jobId);
    await crm.remove(jobId);
    await crm.abort(jobId);
    await crm.remove(jobId);
    expect(server.organisation.jobStates).toEqual([]);
  });

  it('is removed though it never got its rows', async () => {
    const crm = await crmAt();
    const { jobId } = await crm.create(upsert);
    await crm.remove(jobId);
    expect(server.organisation.jobStates).toEqual([]);
  });

  it('that ended more than seven days ago is gone', async () => {
    const crm = await crmAt();
    const jobId = await sent(crm, upsert, contacts(1));
    await ended(crm, jobId);
    server.organisation.removeEndedJobs();
    const gone = await crm.status(jobId).catch((error: unknown) => error);
    expect(gone).toEqual(new CrmRefused('Salesforce does not have this job any more.', true));
    expect(gone).toMatchObject({ jobIsGone: true });
    await expect(resultsOf(crm, jobId)).rejects.toThrow(CrmRefused);
  });

  it('takes rows once, and only from a source that can be read', async () => {
    const crm = await crmAt();
    const jobId = await sent(crm, upsert, contacts(1));
    await expect(crm.upload(jobId, csvOf(contacts(1)))).rejects.toThrow(
      new CrmRefused('This job takes no rows: it is UploadComplete.'),
    );
    const { jobId: second } = await crm.create(upsert);
    async function* broken() {
      yield `${key},LastName\n`;
      throw new Error('The disk is gone.');
    }
    await expect(crm.upload(second, broken())).rejects.toThrow('The disk is gone.');
    expect((await crm.status(second)).state).toBe('Open');
  });

  it('takes 100 MB at most, because Salesforce counts a third more', async () => {
    const crm = await crmAt();
    const { jobId } = await crm.create(upsert);
    const part = 'x'.repeat(mostUploadBytes / 100);
    async function* large() {
      for (let i = 0; i < 101; i += 1) yield part;
    }
    await expect(crm.upload(jobId, large())).rejects.toThrow('This file is larger than the 100 MB that a job takes.');
  });

  it.each([
    [
      { operation: 'upsert', object: 'Member', externalId: key },
      'INVALIDJOB: InvalidJob : Unable to find object: Member',
    ],
    [{ operation: 'upsert', object: 'Contact', externalId: 'Name' }, 'does not match an External ID'],
  ] as const)('is refused for %j', async (job, message) => {
    const crm = await crmAt();
    const refused = crm.create(job);
    await expect(refused).rejects.toThrow(CrmRefused);
    await expect(refused).rejects.toThrow(message);
    expect(waits).toEqual([]);
  });

  it("counts the day's requests", async () => {
    const crm = await crmAt({ allowance: 100 });
    await crm.create(upsert);
    expect(await crm.usage()).toEqual({ used: 2, allowed: 100 });
  });
});

describe('a session', () => {
  it('is opened once for calls of the same moment, and again when it has ended', async () => {
    const crm = await crmAt();
    await Promise.all([crm.usage(), crm.usage(), crm.create(upsert)]);
    expect(server.tokens).toHaveLength(1);
    server.endSessions();
    await Promise.all([crm.usage(), crm.usage()]);
    expect(server.tokens).toHaveLength(2);
    expect(waits).toEqual([]);
  });

  it('that ended is opened before rows are sent, and between pages of results', async () => {
    const crm = await crmAt({ rowsOfPage: 1 });
    const { jobId } = await crm.create(upsert);
    server.endSessions();
    await crm.upload(jobId, csvOf(contacts(3)));
    await ended(crm, jobId);
    const keys: string[] = [];
    for await (const result of crm.results(jobId)) {
      keys.push(result.key);
      server.endSessions();
    }
    expect(keys).toEqual(['M-0', 'M-1', 'M-2']);
  });

  it('that ends while rows are sent makes the upload one to be tried again', async () => {
    const crm = await crmAt();
    const { jobId } = await crm.create(upsert);
    server.play(/PUT/, { answer: 401, code: 'INVALID_SESSION_ID' });
    await expect(crm.upload(jobId, csvOf(contacts(1)))).rejects.toThrow(
      new CrmBusy('The session ended while rows were sent.'),
    );
    const second = await sent(crm, upsert, contacts(1));
    expect((await ended(crm, second)).state).toBe('JobComplete');
  });

  it('that is refused at once is no reason to sign in for ever', async () => {
    const crm = await crmAt();
    server.acceptsTokens = false;
    await expect(crm.usage()).rejects.toThrow(
      new CrmRefused('Salesforce does not accept the session that it has just opened.'),
    );
    expect(server.tokens).toHaveLength(2);
  });

  it.each([
    ['clientId', 'invalid_client_id'],
    ['clientSecret', 'invalid_client'],
  ])('is not opened with a wrong %s', async (setting, code) => {
    await crmAt();
    const crm = bulkCrm({ ...server.settings, [setting]: 'wrong-value' });
    const refused = await crm.usage().catch((error: unknown) => error as Error);
    expect(refused).toBeInstanceOf(CrmRefused);
    expect((refused as Error).message).toMatch(`Salesforce did not sign the portal in (${code}).`);
    expect(JSON.stringify(refused) + String(refused)).not.toContain('wrong-value');
  });

  it.each(['https://elsewhere.example.net', 'http://127.0.0.1:1'])('is not used at %s', async (elsewhere) => {
    const crm = await crmAt();
    server.instanceUrl = elsewhere;
    await expect(crm.usage()).rejects.toThrow(
      new CrmRefused('Salesforce names another host than that of SALESFORCE_URL, which is not asked.'),
    );
  });

  it('needs a host that is not in a private network', async () => {
    await crmAt();
    const settings = { ...server.settings, url: new URL('https://fund.my.salesforce.com') };
    const isAllowed = () => false;
    const resolve = () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    await expect(bulkCrm(settings, { names: { resolve, isAllowed } }).usage()).rejects.toThrow(
      new CrmRefused('The host of SALESFORCE_URL leads into a private network, so nothing is sent to it.'),
    );
  });
});

describe('a server in trouble', () => {
  it('is given the time that it asks for', async () => {
    const crm = await crmAt();
    server.play(/ingest$/, { answer: 429, retryAfter: '7' });
    server.play(/ingest$/, { answer: 503, code: 'SERVER_UNAVAILABLE', retryAfter: '3' });
    await crm.create(upsert);
    expect(waits).toEqual([7000, 3000]);
  });

  it.each<[string, Play]>([
    ['throttles', { answer: 429 }],
    [
      'has too many requests at a time',
      { answer: 403, code: 'REQUEST_LIMIT_EXCEEDED', message: 'ConcurrentRequests Limit exceeded.' },
    ],
    ['is away', { answer: 503, code: 'SERVER_UNAVAILABLE' }],
    ['meets a lock', { answer: 400, code: 'UNABLE_TO_LOCK_ROW' }],
    ['fails', { answer: 500, code: 'UNKNOWN_EXCEPTION' }],
    ['closes the connection', 'lose'],
    ['cuts its answer', 'cut'],
    ['sends half of its answer', 'half'],
    ['shows a page for people', 'page'],
  ])('is asked again when it %s, each time later', async (_, play) => {
    const crm = await crmAt();
    server.play(/ingest$|token$/, play, 3);
    const jobId = await sent(crm, upsert, contacts(1));
    expect(waits).toHaveLength(3);
    expect(waits[0]).toBeGreaterThanOrEqual(500);
    expect(waits[2]).toBeGreaterThanOrEqual(2000);
    expect(waits[2]).toBeLessThanOrEqual(4000);
    expect((await ended(crm, jobId)).processed).toBe(1);
  });

  it('is given up for later after a minute, or at once where it asks for more', async () => {
    const crm = await crmAt();
    server.play(/limits/, { answer: 503 }, 100);
    await expect(crm.usage()).rejects.toThrow(CrmBusy);
    expect(waits.reduce((sum, pause) => sum + pause)).toBeLessThanOrEqual(60_000);
    await server.stop();
    const other = await crmAt();
    server.play(/limits/, { answer: 429, retryAfter: '600' });
    const busy = await other.usage().catch((error: unknown) => error);
    expect(busy).toEqual(new CrmBusy('Salesforce accepts no more requests at the moment.', 600));
    expect(busy).toMatchObject({ retryAfterSeconds: 600 });
    server.play(/limits/, { answer: 429, retryAfter: new Date(Date.now() + 3_600_000).toUTCString() });
    const later = (await other.usage().catch((error: unknown) => error)) as CrmBusy;
    expect(later.retryAfterSeconds).toBeGreaterThan(3_000);
    expect(waits).toEqual([]);
  });

  it("is not waited for when the day's allowance is used up", async () => {
    const crm = await crmAt({ allowance: 1 });
    await crm.create(upsert);
    await expect(crm.create(upsert)).rejects.toThrow(
      new CrmBusy("The day's allowance of requests to Salesforce is used up."),
    );
    expect(waits).toEqual([]);
  });

  it('that does not answer in time is asked again later', async () => {
    const crm = await crmAt({}, 1000);
    server.play(/limits/, 'hang', 1);
    expect((await crm.usage()).used).toBe(1);
    expect(waits).toHaveLength(1);
  });

  it('that is not there is asked again later', async () => {
    const crm = await crmAt();
    await server.stop();
    await expect(crm.usage()).rejects.toThrow(new CrmBusy('Salesforce could not be reached.'));
    expect(waits.length).toBeGreaterThan(3);
    server = await SalesforceServer.start({ objects });
  });

  it('is not followed to another address', async () => {
    const crm = await crmAt();
    const other = await SalesforceServer.start({ objects });
    for (const path of [/token/, /limits/]) {
      server.play(path, { redirectTo: other.url });
      await expect(crm.usage()).rejects.toThrow(/^Salesforce answered with a redirect, which is not followed\./);
    }
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  it('begins a job once though it lost the answer', async () => {
    const crm = await crmAt();
    const { jobId } = await crm.create(upsert);
    server.play(/PATCH/, 'lose');
    await crm.upload(jobId, csvOf(contacts(2)));
    expect(await ended(crm, jobId)).toMatchObject({ state: 'JobComplete', processed: 2 });
  });

  it('that loses rows is sent them in a job of their own', async () => {
    const crm = await crmAt();
    for (const play of ['lose', 'cut', { answer: 503 }] as const) {
      const { jobId } = await crm.create(upsert);
      server.play(/PUT/, play);
      const upload = crm.upload(jobId, csvOf(contacts(2)));
      if (play === 'cut') await upload;
      else await expect(upload).rejects.toThrow(CrmBusy);
      await crm.remove(jobId);
    }
    expect(server.organisation.jobStates).toEqual([]);
    expect(server.organisation.records.get('Contact')).toBeUndefined();
  });

  it.each(['cut', 'half'] as const)(
    'that gives a page of results by halves (%s) gives every row once',
    async (play) => {
      const crm = await crmAt({ rowsOfPage: 40 });
      const jobId = await sent(crm, upsert, contacts(100));
      await ended(crm, jobId);
      server.play(/successfulResults/, play, 2);
      const keys = (await resultsOf(crm, jobId)).map((row) => row.key);
      expect(keys).toEqual(contacts(100).map((row) => row[key]));
      expect(waits.length).toBeGreaterThan(0);
    },
  );

  it('whose results lack rows is not believed', async () => {
    const crm = await crmAt();
    const jobId = await sent(crm, upsert, contacts(10));
    await ended(crm, jobId);
    server.organisation.loseResult(jobId);
    await expect(resultsOf(crm, jobId)).rejects.toThrow(new CrmBusy('Salesforce gave 9 rows where this job has 10.'));
  });

  it('that repeats what it was sent is quoted without secrets', async () => {
    const crm = await crmAt();
    const messages: string[] = [];
    for (const path of [/token/, /limits/, /ingest$/]) {
      server.play(path, 'echo');
      const error = (await (path.source.includes('ingest') ? crm.create(upsert) : crm.usage()).catch(
        (refused: unknown) => refused,
      )) as Error;
      messages.push(JSON.stringify(error), error.message, error.stack ?? '');
      expect(error.cause).toBeUndefined();
    }
    for (const secret of [SalesforceServer.client.secret, ...server.tokens, server.url])
      expect(messages.join()).not.toContain(secret);
  });
});

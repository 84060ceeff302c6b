import { setTimeout as delay } from 'node:timers/promises';
import type { CheckedFiles, CsvError, ImportProgress } from '@superscope/contracts/csv-import';
import type { ImportAsked, ImportEffect } from '@superscope/contracts/import-effect';
import { ImportLeases } from '@superscope/api/csv/run/import-leases';
import { ImportSettings } from '@superscope/api/csv/run/import-settings';
import type { Projector } from '@superscope/projector/runtime/projector';
import { pino, type DestinationStream } from 'pino';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import { PortalEngines } from '../harness/portal-engines.js';

type Api = Awaited<ReturnType<typeof startApi>>;

export interface Answer {
  status: number;
  body: {
    message?: string;
    importId?: string;
    table?: string;
    rows?: number;
    erasedRows?: number;
    uncountedRows?: number;
    uncounted?: { left: number[]; notJoined: number[] };
    errors?: CsvError[];
    errorCount?: number;
    effect?: ImportEffect | null;
  } & Partial<ImportAsked>;
}

/** The api and a projector on their own engines, and a Staff user who imports files. */
export class Importing {
  api!: Api;
  staff!: ApiClient;
  admin!: ApiClient;
  private projector!: Projector;
  private logTo: DestinationStream | undefined;

  private constructor(
    readonly engines: PortalEngines,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** `logTo` gets everything that api and projector log; `env` are further settings of the api. */
  static async start(logTo?: DestinationStream, env: NodeJS.ProcessEnv = {}): Promise<Importing> {
    return Importing.on(await startWithAccounts(), logTo, env);
  }

  /** Starts with these files imported. */
  static async startWith(
    files: readonly string[],
    logTo?: DestinationStream,
    env: NodeJS.ProcessEnv = {},
  ): Promise<Importing> {
    const engines = await PortalEngines.withLoaded(files.join(), async (empty) => {
      const importing = await Importing.on(empty);
      for (const file of files) await importing.import(file);
      await importing.derived();
      await importing.leaveEngines();
    });
    return Importing.on(engines, logTo, env);
  }

  private static async on(
    engines: PortalEngines,
    logTo?: DestinationStream,
    env: NodeJS.ProcessEnv = {},
  ): Promise<Importing> {
    const importing = new Importing(engines, env);
    importing.logTo = logTo;
    const log = logTo && pino({ level: 'trace' }, logTo);
    importing.projector = await importing.engines.projector(undefined, log);
    await importing.projector.start();
    await importing.startApi();
    return importing;
  }

  /** `settings` change the timeouts of imports. */
  async startApi(settings: Partial<ImportSettings> = {}): Promise<void> {
    this.api = await startApi(this.engines, this.logTo ? { ...this.env, LOG_LEVEL: 'trace' } : this.env, this.logTo);
    Object.assign(this.api.app.get(ImportSettings), { progressMilliseconds: 100, ...settings });
    this.staff = this.api.client();
    this.admin = this.api.client();
    await until('the demo accounts can sign in', async () => (await this.staff.signIn('staff')).status === 200);
    await until('the admin can sign in', async () => (await this.admin.signIn('admin')).status === 200);
  }

  async stop(): Promise<void> {
    await this.leaveEngines();
    await this.engines.stop();
  }

  private async leaveEngines(): Promise<void> {
    await this.api.stop();
    await this.projector.stop();
  }

  settings(): ImportSettings {
    return this.api.app.get(ImportSettings);
  }

  leases(): ImportLeases {
    return this.api.app.get(ImportLeases);
  }

  /** Expires an import's lease. */
  async expireLease(importId: string): Promise<void> {
    const leases = this.engines.mongo.db('ops').collection('import_leases');
    await leases.updateOne({ importId }, { $set: { expiresAt: new Date(0) } });
  }

  async upload(csv: string | Uint8Array, query = '', by = this.staff, name = 'file.csv'): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([csv as BlobPart], { type: 'text/csv' }), name);
    return await by.request(`/api/csv/import${query}`, { method: 'POST', body: form });
  }

  /** Checks several files together, each in a form field of its own. */
  async check(files: readonly { csv: string; name: string; field?: string }[], query = '', by = this.staff) {
    const form = new FormData();
    for (const { csv, name, field = 'file' } of files) form.append(field, new Blob([csv], { type: 'text/csv' }), name);
    const { status, body } = await by.request(`/api/csv/check${query}`, { method: 'POST', body: form });
    return { status, message: body.message, files: (body as Partial<CheckedFiles>).files ?? [] };
  }

  async progress(importId: string, by = this.staff): Promise<ImportProgress> {
    return (await by.request(`/api/csv/imports/${importId}`)).body as unknown as ImportProgress;
  }

  /** Uploads a file, waits until its import has ended, and returns its progress. Throws the api's refusal. */
  async import(csv: string, query = '', by = this.staff): Promise<ImportProgress> {
    const { status, body } = await this.upload(csv, query, by);
    if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
    return this.ended(body.importId!, by);
  }

  async export(table: string, query: string): Promise<string> {
    const { status, body } = await this.staff.request(`/api/csv/${table}/export${query}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as unknown as string;
  }

  async ended(importId: string, by = this.staff): Promise<ImportProgress> {
    let progress = await this.progress(importId, by);
    await until(`import ${importId} has ended`, async () => {
      progress = await this.progress(importId, by);
      return progress.state === 'completed' || progress.state === 'failed';
    });
    return progress;
  }

  /** Waits until everything written so far is projected and derived. */
  async derived(): Promise<void> {
    const newest = await this.newestPosition();
    await until('the views have caught up', async () => {
      const checkpoint = await this.engines.mongo.db('views').collection('checkpoints').findOne({});
      return checkpoint !== null && BigInt(String(checkpoint['position']).split('/')[0]!) >= newest;
    });
    await this.projector.drained();
  }

  /** The position of the newest projected event. The access log is in no read model. */
  async newestPosition(): Promise<bigint> {
    let newest = 0n;
    for await (const batch of this.engines.store.readAll({ from: null }))
      for (const { stream, position } of batch) if (!stream.startsWith('access-')) newest = position.commit;
    return newest;
  }

  /** Number of events of the fund's data, by stream category. */
  async events(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for await (const batch of this.engines.store.readAll({ from: null }))
      for (const { stream } of batch) {
        const category = /^[A-Za-z]+/.exec(stream)![0];
        if (!['import', 'access', 'user', 'login', 'administrators'].includes(category))
          counts[category] = (counts[category] ?? 0) + 1;
      }
    return counts;
  }
}

export async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > limit) throw new Error(`This never became true: ${what}.`);
    await delay(30);
  }
}

/** A CSV file of a header and rows. */
export const csv = (header: string, ...rows: string[]): string => [header, ...rows, ''].join('\r\n');

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { publishingSecret } from '@superscope/event-store/keys/publishing-secret';
import { holdDerivations, type DerivationHold } from '@superscope/event-store/processes/derivation-hold';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { MongoClient } from 'mongodb';
import { generateDemoFiles, importDemoFiles, workOf } from '../demo.js';
import { demoPlans, uploadDemoFlyers } from '../demo-flyers.js';
import type { PortalClient } from '../portal-client.js';
import type { FirstRecords } from '../portal.js';
import { ProgressBar } from '../progress-bar.js';
import { PastApi } from './past-api.js';
import { beginningOf, pastSteps, type PastStep } from './past-days.js';
import { PastPeople } from './past-people.js';
import { demoPast, type DemoPast, type PastFile } from './past-plan.js';

/** Months whose files the demo's fund delivered one by one. */
const pastMonths = 6;
const minutes = 60_000;

/** How far a load has come, which is kept outside the store, so that a load that was interrupted goes on. */
export interface PastProgress {
  /** The last month with data, yyyy-MM. */
  asAt: string;
  /** Instant, UTC: nothing later was recorded in the past. */
  clock: string;
}

/** Tables in the order of their references. Those of one stage refer to none of the same stage, except in the first one. */
const later = ['members', 'campaigns'];
const last = ['campaignEmailEvents', 'contactRequests', 'memberEvents', 'assetsOwned', 'memberSnapshots'];
const stages: readonly (readonly string[])[] = [
  csvTableNames.filter((table) => ![...later, ...last].includes(table)),
  later,
  last.slice(0, -1),
  last.slice(-1),
];

/**
 * Fills the portal with the demo's data as if the fund had used it for some months: an api with a clock of its own imports the files of
 * each month when they came, and does what the demo's people did. Only a store in which nothing was ever recorded gets this past; any other
 * one gets the same data today. It is done once the first plan is whole; `finishDemo` does the rest while people use the portal.
 */
export class DemoLoad implements FirstRecords {
  private readonly folder = mkdtempSync(join(tmpdir(), 'superscope-demo-'));
  private readonly generated: Promise<void>;
  private past: DemoPast | null = null;
  private isLoaded = false;
  /** Ids of the plans whose flyers are still to be uploaded. */
  flyersDue: readonly string[] = [];

  constructor(
    private readonly password: string,
    private progress: PastProgress | null,
    private readonly keep: (progress: PastProgress) => void,
  ) {
    // However the load ends, its files do not stay.
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    // While the engines start.
    this.generated = generateDemoFiles(this.folder, [
      '--past-months',
      String(pastMonths),
      ...(progress === null ? [] : ['--as-at', progress.asAt]),
    ]);
    // Nobody waits for the files if an engine does not start.
    this.generated.catch(() => undefined);
  }

  async beforeProjectors(settings: NodeJS.ProcessEnv): Promise<void> {
    await this.generated;
    const past = demoPast.parse(JSON.parse(readFileSync(join(this.folder, 'past.json'), 'utf8')));
    if (this.progress === null) {
      const begins = beginningOf(past);
      if (!(await isUnused(settings, begins))) return;
      this.note({ asAt: past.asAt, clock: begins.toISOString() });
    }
    this.past = past;
  }

  async beforeApi(settings: NodeJS.ProcessEnv, log: Writable): Promise<void> {
    const { past, progress } = this;
    if (past === null || progress === null) return;
    const now = new Date();
    const from = new Date(progress.clock);
    const mongo = await MongoClient.connect(settings['MONGODB_URL']!);
    try {
      // Each delivery makes the figures of all plans stale.
      const hold = await holdDerivations(mongo.db('ops'));
      const api = await PastApi.start({ ...settings, SUPERSCOPE_DEMO_PASSWORD: this.password }, from, log);
      try {
        await this.live(api, hold, past, now, from);
        this.isLoaded = true;
      } finally {
        await hold.end();
        await api.stop();
      }
    } finally {
      await mongo.close();
    }
  }

  /** Loads the data of today into a store that has a past of its own. Removes the files. */
  async finish(url: string): Promise<void> {
    if (!this.isLoaded) await importDemoFiles(url, this.password, this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async live(api: PastApi, hold: DerivationHold, past: DemoPast, now: Date, from: Date): Promise<void> {
    const files = [...past.deliveries.flatMap((delivery) => delivery.files), past.replaced.file];
    const bar = new ProgressBar(rowsOf(files));
    const allWork = workOfAll(files);
    const began = performance.now();
    const people = new PastPeople(api.url, this.password, past);
    let [before, workBefore] = [0, 0];
    for (const step of pastSteps(past, now)) {
      const at = step.at < from ? from : step.at;
      if (step.at >= from) {
        this.note({ asAt: past.asAt, clock: at.toISOString() });
        await api.moveTo(at);
      }
      const own = filesOf(step, past);
      const imported = (done: readonly PastFile[], what: string) =>
        bar.show(before + rowsOf(done), what, (workBefore + workOfAll(done)) / allWork);
      await this.take(step, at, { api, people, past, imported });
      before += rowsOf(own);
      workBefore += workOfAll(own);
    }
    bar.show(before, 'figures of the first plan');
    await hold.except([past.planId]);
    const admin = await people.signedIn('admin');
    const plans = await demoPlans(admin);
    for (const plan of plans) if (plan.id === past.planId) await uploadDemoFlyers(admin, plan);
    this.flyersDue = plans.map(({ id }) => id).filter((id) => id !== past.planId);
    await api.wholeOf(past.planId);
    const seconds = Math.round((performance.now() - began) / 1000);
    bar.end(`Demo data is loaded: ${before.toLocaleString('en-AU')} rows in ${seconds} seconds.`);
  }

  private async take(step: PastStep, at: Date, by: Living): Promise<void> {
    const { people, past, api } = by;
    switch (step.what) {
      case 'import':
      case 'replace':
        return importFiles(await people.signedIn('admin'), step, filesOf(step, past), by.imported);
      case 'look':
        return people.look();
      case 'move':
        return people.move(step.name);
      case 'cancel':
        return people.cancel(step.name);
      case 'promote':
        return people.giveRole('Admin', step.name);
      case 'demote':
        return people.giveRole('Staff', step.name);
      case 'record':
        return people.record(step.name, `${past.asAt}-14`, () => api.moveTo(new Date(at.getTime() + 20 * minutes)));
      case 'open':
      case 'close':
        // The calendar has done it when the clock was moved.
        return;
    }
  }

  private note(progress: PastProgress): void {
    this.progress = progress;
    this.keep(progress);
  }
}

interface Living {
  api: PastApi;
  people: PastPeople;
  past: DemoPast;
  /** Is told how many rows of each file of the step are imported. */
  imported: (done: readonly PastFile[], what: string) => void;
}

const rowsOf = (files: readonly PastFile[]) => files.reduce((sum, { rows }) => sum + rows, 0);
const workOfAll = (files: readonly PastFile[]) => files.reduce((sum, { table, rows }) => sum + workOf(table, rows), 0);

const filesOf = (step: PastStep, past: DemoPast): PastFile[] => {
  if (step.what === 'replace') return [past.replaced.file];
  return step.what === 'import' ? past.deliveries.find(({ month }) => month === step.month)!.files : [];
};

/** Imports a delivery. Files that do not refer to one another are imported at the same time. */
async function importFiles(
  client: PortalClient,
  step: PastStep,
  files: readonly PastFile[],
  imported: Living['imported'],
): Promise<void> {
  const done = new Map<string, PastFile>();
  const one = async (file: PastFile) => {
    const { table, path } = file;
    const importId = await client.startImport(table, path, {}, `demo-${step.name}-${table}`);
    await client.finishImport(importId, (progress) => {
      done.set(table, { table, path, rows: progress.done });
      imported([...done.values()], basename(path));
    });
  };
  for (const [i, stage] of stages.entries()) {
    const own = stage.flatMap((table) => files.filter((file) => file.table === table));
    if (i === 0) for (const file of own) await one(file);
    else await Promise.all(own.map(one));
  }
}

/**
 * Whether nothing was ever recorded. Then the secret of published figures is made as of the beginning of the demo, because months that
 * closed before it was made are not published.
 */
async function isUnused(settings: NodeJS.ProcessEnv, begins: Date): Promise<boolean> {
  const log = new RawEventLog(settings['EVENTSTORE_URL']!);
  try {
    for await (const events of log.stored()) if (events.length > 0) return false;
  } finally {
    await log.close();
  }
  const mongo = await MongoClient.connect(process.env['VAULT_MONGODB_URL'] ?? settings['MONGODB_URL']!);
  try {
    const vault = new KeyVault(mongo, { masterKey: MasterKeys.fromSettings(settings), now: () => begins });
    const { madeAt } = await publishingSecret(vault);
    return madeAt <= begins;
  } finally {
    await mongo.close();
  }
}

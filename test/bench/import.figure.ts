import { join } from 'node:path';
import type { CsvTable } from '@superscope/contracts/csv-tables';
import { generateDemoData, type DemoData } from '../demo-data/generate-demo-data.js';
import type { BenchPortal } from './bench-portal.js';
import { against, rate, whole, type Figure } from './figure.js';
import { timed, until } from './measure.js';
import { forgetPeakOf, processUse } from './processes.js';
import { rawInsertRate, type RawEventStore } from './raw-engines.js';
import type { Sizes } from './sizes.js';
import type { Work } from './work.js';

/** References first. What is not here is not needed for a score. */
const references: readonly CsvTable[] = [
  'providers',
  'platforms',
  'plans',
  'companies',
  'memberCategories',
  'superParameters',
  'benchmarks',
  'assets',
];

const withinSeconds = 300;

/** Invented files, imported by the way that users have. */
export class FilesOfFund {
  private constructor(
    private readonly portal: BenchPortal,
    private readonly data: DemoData,
    private readonly work: Work,
    private readonly say: (text: string) => void,
  ) {}

  static async write(portal: BenchPortal, sizes: Sizes, work: Work, say: (text: string) => void): Promise<FilesOfFund> {
    const outDir = join(portal.folder, 'files');
    const data = await generateDemoData({ size: 'bench', outDir, assetMonths: 0, ...sizes.files });
    return new FilesOfFund(portal, data, work, say);
  }

  get snapshotRows(): number {
    return this.rowsOf('memberSnapshots');
  }

  /** Members and what they refer to; timed from the first byte of the upload until the last member can be asked for. */
  async importMembers(raw: RawEventStore): Promise<Figure> {
    for (const table of references) await this.send(table);
    const members = this.rowsOf('members');
    const { seconds } = await this.work.of('members imported', members, async () => {
      await this.send('members');
      await this.visible('Every member', `SELECT uniqExact(member_id) FROM member_fact`, members);
      const documents = this.portal.mongo.db('views').collection('members');
      await until('Every member’s document', async () => (await documents.estimatedDocumentCount()) >= members, {
        withinSeconds,
      });
    });
    for (const table of ['memberEvents', 'contactRequests'] as const) await this.send(table);
    return rate('import, members', members / seconds, 0.6, {
      perSecond: await raw.appendRate(2_000),
      done: 'appended',
    });
  }

  /** Snapshots; timed from the first byte of the upload until the score of the last one can be asked for. */
  async importSnapshots(): Promise<Figure[]> {
    forgetPeakOf('api');
    const { seconds } = await this.work.of('snapshot rows imported', this.snapshotRows, async () => {
      await this.send('memberSnapshots');
      // Each look at finished rows takes of the engine what the derivation could use, so it waits until they may all be there.
      await this.visible('Every snapshot', 'SELECT count() FROM member_snapshot', this.snapshotRows);
      // The calendar may have carried the newest month forward: those rows are no file's.
      const ofFiles = `SELECT count() FROM member_snapshot FINAL WHERE month <= {last:Date}`;
      await this.visible('Every snapshot', ofFiles, this.snapshotRows, { last: `${this.data.asAt}-01` });
    });
    const raw = await rawInsertRate(this.portal.clickhouse, 200_000);
    return [
      rate('import, snapshot rows', this.snapshotRows / seconds, 0.45, { perSecond: raw, done: 'inserted' }),
      ...memoryOfApi(this.snapshotRows),
    ];
  }

  private rowsOf(table: CsvTable): number {
    return this.data.files.find((file) => file.table === table)?.rows ?? 0;
  }

  private async send(table: CsvTable): Promise<void> {
    const file = this.data.files.find((each) => each.table === table);
    if (file === undefined) return;
    const checked = await timed(() => this.portal.client.startImport(table, file.path));
    const written = await timed(() => this.portal.client.finishImport(checked.result, () => {}));
    const times = `checked in ${checked.seconds.toFixed(1)} s, written in ${written.seconds.toFixed(1)} s`;
    if (file.rows >= 1_000) this.say(`${table}: ${whole(file.rows)} rows ${times}`);
  }

  private async visible(
    what: string,
    query: string,
    rows: number,
    params: Record<string, unknown> = {},
  ): Promise<void> {
    const isVisible = async () => (await this.portal.count(query, params)) >= rows;
    await until(what, isVisible, { withinSeconds, everyMs: 100 });
  }
}

/** Most memory that the api took while it imported so many rows; nothing where the system does not say. */
function memoryOfApi(rows: number): Figure[] {
  return processUse()
    .filter(({ name }) => name === 'api')
    .map(({ peakMegabytes }) => ({
      name: 'import, memory of the api',
      measured: `${whole(peakMegabytes)} MB`,
      target: '<= 500 MB',
      raw: `${whole(rows)} rows`,
      ...against(500 / peakMegabytes),
    }));
}

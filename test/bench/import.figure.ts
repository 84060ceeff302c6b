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

/** Reference tables needed for scores, in import order. */
const references: readonly CsvTable[] = [
  'providers',
  'platforms',
  'plans',
  'companies',
  'memberCategories',
  'superParameters',
  'benchmarks',
  'assets',
  'fees',
  'insuranceRates',
  'occupationFactors',
  'coverRules',
];

const withinSeconds = 300;

/** Generated files, imported like a user would. */
export class FilesOfFund {
  private constructor(
    private readonly portal: BenchPortal,
    private readonly data: DemoData,
    private readonly work: Work,
    private readonly say: (text: string) => void,
  ) {}

  static async write(portal: BenchPortal, sizes: Sizes, work: Work, say: (text: string) => void): Promise<FilesOfFund> {
    const outDir = join(portal.folder, 'files');
    const data = await generateDemoData({ size: 'bench', outDir, assetMonths: 1, ...sizes.files });
    return new FilesOfFund(portal, data, work, say);
  }

  get snapshotRows(): number {
    return this.rowsOf('memberSnapshots');
  }

  /** Imports members and their references. Timed from the first byte of the upload until the last member is visible. */
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

  /** Imports snapshots. Timed from the first byte of the upload until the last score is visible. */
  async importSnapshots(): Promise<Figure[]> {
    forgetPeakOf('api');
    const { seconds } = await this.work.of('snapshot rows imported', this.snapshotRows, async () => {
      await this.send('memberSnapshots');
      // Polling finished rows slows down the derivation, so first wait until all rows may be there.
      await this.visible('Every snapshot', 'SELECT count() FROM member_snapshot', this.snapshotRows);
      // Excludes the newest month if the calendar carried it forward.
      const ofFiles = `SELECT count() FROM member_snapshot FINAL WHERE month <= {last:Date}`;
      await this.visible('Every snapshot', ofFiles, this.snapshotRows, { last: `${this.data.asAt}-01` });
    });
    // What a member has in each investment, which calculators ask.
    await this.send('assetsOwned');
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

/** The api's peak memory while importing this many rows; empty when the system does not report it. */
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

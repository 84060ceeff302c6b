import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { PortalClient } from '@superscope/local/portal-client';
import { until } from '../bench/measure.js';
import { writeFund, type AttackedFund, type FundRequest } from './attacked-fund.js';
import { headcount } from './facts.js';
import { equals, rangeOf, type PortalAsker } from './portal-asker.js';

/** The fund in a portal, and its staff's actions over HTTP. */
export class LoadedFund {
  private readonly snapshots = new Map<string, { header: string[]; rows: string[][] }>();

  private constructor(
    private readonly admin: PortalClient,
    private readonly folder: string,
    readonly fund: AttackedFund,
  ) {}

  /** Imports everything, snapshots last, and waits until Staff see all members in every month. */
  static async into(url: string, password: string, request: FundRequest, staff: PortalAsker): Promise<LoadedFund> {
    const folder = mkdtempSync(join(tmpdir(), 'superscope-attack-'));
    const admin = new PortalClient(url);
    await admin.signIn('admin', password);
    const loaded = new LoadedFund(admin, folder, await writeFund(folder, request));
    for (const { table, path } of loaded.fund.files) await loaded.import(table, path);
    const rows = loaded.fund.files.find(({ table }) => table === 'memberSnapshots')!.rows;
    await until('Deriving', async () => (await loaded.memberMonths(staff)) === rows, {
      withinSeconds: 300,
      everyMs: 500,
    });
    return loaded;
  }

  /**
   * Replaces a plan's newest snapshots with a corrected file. In row `time` (from 1) the member's nomination is inverted and the balance
   * increased by half.
   */
  async correct(planId: string, time: number): Promise<void> {
    const { header, rows } = this.newest(planId);
    const at = (name: string) => header.indexOf(name);
    const month = this.fund.months.at(-1)!;
    const row = rows[time - 1]!;
    const hasNone = row[at('beneficiaryNominationType')] === 'None';
    const changed = row
      .with(at('beneficiaryNominationType'), hasNone ? 'Non-binding' : 'None')
      .with(at('nominationDate'), hasNone ? `${month}-01` : '')
      .with(at('totalAssetsOwned'), (1.5 * Number(row[at('totalAssetsOwned')])).toFixed(2));
    const file = join(this.folder, 'correction.csv');
    rows[time - 1] = changed;
    writeFileSync(file, `${[header, ...rows].map((cells) => cells.join(',')).join('\n')}\n`);
    await this.import('memberSnapshots', file);
  }

  /** Records a consultation with a member today, and waits until staff see it and nothing is left to derive. */
  async consult(memberId: string): Promise<void> {
    const [consultant] = (await this.read('/api/onecentral/consultants')) as { id: string }[];
    const events = async () => ((await this.read(`/api/members/${memberId}/events`)) as unknown[]).length;
    const before = await events();
    const body = {
      memberId,
      effectiveDate: sydneyDate(new Date()),
      consultant: consultant!.id,
      consultationPerformed: { create: true },
    };
    const answer = await this.admin.request('/api/members/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`A consultation was refused with ${answer.status}: ${await answer.text()}`);
    await until('A consultation', async () => (await events()) > before, { withinSeconds: 60 });
    const isDerived = async () => ((await this.read('/api/ready')) as { derived: boolean }).derived;
    await until('Deriving', isDerived, { withinSeconds: 60 });
  }

  private async read(path: string): Promise<unknown> {
    const answer = await this.admin.request(path);
    if (!answer.ok) throw new Error(`GET ${path} was answered ${answer.status}.`);
    return answer.json();
  }

  /** Members of all plans, summed over the imported months. */
  private async memberMonths(staff: PortalAsker): Promise<number> {
    const { months, plans } = this.fund;
    const dateRange = rangeOf(months[0]!, months.at(-1)!);
    const query = {
      measures: [headcount],
      filters: [
        equals(
          'Member.planId',
          plans.map(({ planId }) => planId),
        ),
      ],
      timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month', dateRange }],
    };
    const [answer] = await staff.ask([query]);
    return (answer?.[0]?.data ?? []).reduce((sum, row) => sum + Number(row[headcount]), 0);
  }

  /** The plan's rows as last imported. */
  private newest(planId: string): { header: string[]; rows: string[][] } {
    let known = this.snapshots.get(planId);
    if (!known) {
      const { path } = this.fund.files.find(({ table }) => table === 'memberSnapshots')!;
      const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
      const own = `${planId.split('.')[1]},`;
      // Cells hold neither quotes nor commas.
      const rows = lines.filter((line) => line.startsWith(own)).map((line) => line.split(','));
      const columns = header!.split(',');
      const asAt = columns.indexOf('asAt');
      known = { header: columns, rows: rows.filter((row) => row[asAt]!.startsWith(this.fund.months.at(-1)!)) };
      this.snapshots.set(planId, known);
    }
    return known;
  }

  /** Deletes the files; the portal keeps its data. */
  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async import(table: string, path: string): Promise<void> {
    await this.admin.finishImport(await this.admin.startImport(table, path), () => {});
  }
}

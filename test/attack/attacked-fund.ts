import { mkdirSync, readFileSync } from 'node:fs';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { ImportFiles, type DemoFile } from '../demo-data/import-tables.js';
import { monthIndex, yearMonth, type MonthIndex } from '../demo-data/month-calendar.js';
import { market } from '../demo-data/pay-and-balance.js';
import { planBlueprints, type PlanBlueprint } from '../demo-data/plan-blueprints.js';
import { writePlan } from '../demo-data/plan-history.js';
import { Random } from '../demo-data/random.js';
import { writeReferenceRows } from '../demo-data/reference-rows.js';

export interface FundRequest {
  seed: number;
  /** Number of members of each plan at the last month. */
  sizes: readonly number[];
  /** Number of months with snapshots. */
  months: number;
  /** yyyy-MM */
  lastMonth: string;
  /** The place in `sizes` of a plan of several employers, which says nothing of their payroll. The other plans have one employer. */
  severalAt?: number;
}

export interface AttackedFund {
  /** Files in import order: snapshots last, so that a closed month is complete. */
  files: DemoFile[];
  plans: { planId: string; members: number; signedInShare: number }[];
  /** yyyy-MM, oldest first. */
  months: string[];
  /** The age at which a category's default cover ends, where its formula counts the years to it. */
  coverEnds: ReadonlyMap<string, number>;
}

const platformId = 'TWR';
const monthlyChurn = 0.015;

/** Writes the import files of one provider's plans of given sizes, generated like the demo data. */
export async function writeFund(
  outDir: string,
  { seed, sizes, months, lastMonth, severalAt }: FundRequest,
): Promise<AttackedFund> {
  mkdirSync(outDir, { recursive: true });
  const last = monthIndex(lastMonth);
  const first = last - months + 1;
  const files = new ImportFiles(outDir, false);
  writeReferenceRows(files, seed, first, last);
  const window = { seed, first, last, assetsFrom: first, briefCampaigns: false };
  const blueprints = planBlueprints(sizes.length, 10 * sizes.length, seed)
    .sort((a, b) => a.id.localeCompare(b.id))
    .map((plan, i) => ({
      ...plan,
      companies: severalAt === undefined ? plan.companies : companiesOf(plan, i === severalAt),
      platformId,
      members: sizes[i]!,
      monthlyChurn,
      growthPerYear: 0,
    }));
  let number = 10_000_001;
  for (const plan of blueprints)
    number = await writePlan(files, plan, number, {
      ...window,
      market: market(first, last, new Random(seed, 'market')),
    });
  const isSnapshots = ({ table }: DemoFile) => (table === 'memberSnapshots' ? 1 : 0);
  const written = files.close();
  return {
    files: written.sort((a, b) => isSnapshots(a) - isSnapshots(b)),
    plans: blueprints.map(({ id, members, signedInShare }) => ({
      planId: `${platformId}.${id}`,
      members,
      signedInShare,
    })),
    months: Array.from({ length: months }, (_, i) => yearMonth(first + i)),
    coverEnds: coverEndsIn(written.find(({ table }) => table === 'memberCategories')!),
  };
}

const companiesOf = ({ companies, shortName }: PlanBlueprint, several: boolean): string[] =>
  several ? [...companies, `${shortName} Services Pty Ltd`].slice(0, 2) : companies.slice(0, 1);

function coverEndsIn({ path }: DemoFile): Map<string, number> {
  const ends = new Map<string, number>();
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    const [categoryId] = line.split(',');
    const age = / x years to (\d+)/.exec(line)?.[1];
    if (age !== undefined) ends.set(`${platformId}.${categoryId}`, Number(age));
  }
  return ends;
}

/** The newest closed month. A month closes on the 8th of the next month, in Sydney. */
export function newestClosedMonth(now: Date): string {
  const today = sydneyDate(now);
  const running: MonthIndex = monthIndex(today.slice(0, 7));
  return yearMonth(running - (Number(today.slice(8, 10)) >= 8 ? 1 : 2));
}

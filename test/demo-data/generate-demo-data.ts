import { mkdir } from 'node:fs/promises';
import { ImportFiles, type DemoFile } from './import-tables.js';
import { lastCompleteMonth, monthIndex } from './month-calendar.js';
import { market } from './pay-and-balance.js';
import { planBlueprints } from './plan-blueprints.js';
import { writePlan } from './plan-history.js';
import { Random } from './random.js';
import { writeReferenceRows } from './reference-rows.js';

export type DemoSize = 'demo' | 'bench' | 'large';

/** Sizes: members at the last month, months of snapshots, and months with assetsOwned at the end. */
export const demoSizes: Record<DemoSize, { plans: number; members: number; months: number; assetMonths: number }> = {
  demo: { plans: 17, members: 3_500, months: 36, assetMonths: 12 },
  bench: { plans: 200, members: 100_000, months: 21, assetMonths: 1 },
  large: { plans: 2_000, members: 1_000_000, months: 12, assetMonths: 1 },
};

export interface DemoDataRequest {
  size: DemoSize;
  outDir: string;
  seed?: number;
  /** The last month with data, yyyy-MM; by default the last complete month. */
  asAt?: string;
  plans?: number;
  members?: number;
  months?: number;
  assetMonths?: number;
  /** Members of the first plans; the others share the rest. */
  firstPlans?: readonly number[];
  /** Writes one file per table and platform, named `{table}.{platformId}.csv`, for tables without a platform column. */
  splitByPlatform?: boolean;
  onProgress?: (progress: { plansDone: number; plans: number; rows: number }) => void;
}

export interface DemoData {
  /** Files in import order: references first. */
  files: DemoFile[];
  /** The last month with data, yyyy-MM. */
  asAt: string;
}

const wholeNumber = (name: string, value: number | undefined, standard: number, least: number): number => {
  if (value === undefined) return standard;
  if (!Number.isInteger(value) || value < least) throw new Error(`${name} must be a whole number of ${least} or more.`);
  return value;
};

/**
 * Writes the import files of a fictional fund into `outDir`. The same request writes the same bytes. Memory holds one plan at a time.
 * Throws when a number or the month is invalid, or the folder cannot be written.
 */
export const generateDemoData = async (request: DemoDataRequest): Promise<DemoData> => {
  const standard = demoSizes[request.size];
  if (!standard) throw new Error(`'${request.size}' is not a size; choose demo, bench or large.`);
  const plans = wholeNumber('plans', request.plans, standard.plans, 1);
  const members = wholeNumber('members', request.members, standard.members, 5 * plans);
  const months = wholeNumber('months', request.months, standard.months, 1);
  const assetMonths = wholeNumber('assetMonths', request.assetMonths, standard.assetMonths, 0);
  const seed = wholeNumber('seed', request.seed, 1, 0);
  const asAt = request.asAt ?? lastCompleteMonth(new Date());
  const last = monthIndex(asAt);
  const first = last - months + 1;

  await mkdir(request.outDir, { recursive: true });
  const files = new ImportFiles(request.outDir, request.splitByPlatform ?? false);
  try {
    writeReferenceRows(files, seed, first, last);
    const window = {
      seed,
      first,
      last,
      assetsFrom: last - assetMonths + 1,
      briefCampaigns: request.size !== 'demo',
      market: market(first, last, new Random(seed, 'market')),
    };
    const blueprints = planBlueprints(plans, members, seed, request.firstPlans);
    let number = 10_000_001;
    for (const [i, plan] of blueprints.entries()) {
      number = await writePlan(files, plan, number, window);
      request.onProgress?.({ plansDone: i + 1, plans, rows: files.rows });
    }
  } catch (error) {
    files.close();
    throw error;
  }
  return { files: files.close(), asAt };
};

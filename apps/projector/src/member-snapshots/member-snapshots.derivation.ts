import { planMonthImportTable } from '@superscope/contracts/read-models/plan-months';
import { memberExitTable, memberSnapshotTable } from '@superscope/contracts/read-models/member-snapshots';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Edition } from '@superscope/domain/publishing/edition';
import { EditionPublication } from '../editions/edition-publication.js';
import { editions } from '../editions/editions.js';
import { PlanEditions } from '../editions/plan-editions.js';
import type {
  Derivation,
  DerivationRun,
  DerivationTables,
  Derived,
  StaleMonths,
  StalePlan,
} from '../runtime/deriving/derivation.js';
import { FiguresReader } from './figures-reader.js';
import { LivePublication, visibleMembers } from './live-publication.js';
import { MonthDerivation, type MonthRows } from './month-rows.js';
import { PlanFacts } from '../plan-facts/plan-facts.js';
import { PlanImports, plansWithImports } from '../plan-facts/plan-imports.js';
import {
  carriedMonths,
  derivationName,
  liveMonths,
  noteShownMonths,
  wholeWhereNeeded,
  type LiveMonths,
} from './shown-months.js';
import { publishRunningMonths } from './running-months.js';
import { sameYear, sweepSnapshots, type MonthImports } from './snapshot-sweep.js';
import { staleBy } from './stale-months.js';
import { stalePasses } from './stale-passes.js';

/** What the derivation publishes, and from which events: the part that needs no secret. */
export const memberSnapshotsDeclared = {
  announces: [memberSnapshotTable.announces, ...editions.announces],
  staleBy: { ...staleBy, ...editions.staleBy },
} satisfies Pick<Derivation, 'announces' | 'staleBy'>;

/**
 * Derives plan-months from the facts and publishes them: the live rows of `member_snapshot`, and the editions of closed months. `secret`
 * gives the keys and factors of an edition's rows.
 */
export const memberSnapshotsDerivation = (secret: PublishingSecret): Derivation => ({
  name: derivationName,
  ...memberSnapshotsDeclared,
  // The rows of this table are the steps that make an import current.
  factsCountBy: [planMonthImportTable.table],
  publishes: [memberSnapshotTable.table, memberExitTable.table, ...editions.publishes],
  plansWithFacts: plansWithImports,
  between: (tables) => {
    const figures = new FiguresReader(tables.facts);
    const whole = new Set<string>();
    return (stale, run) => derivePlan({ ...tables, secret, figures, whole, run }, stale);
  },
});

interface Parts extends DerivationTables {
  secret: PublishingSecret;
  figures: FiguresReader;
  /** Imports that are known to have all their rows. */
  whole: Set<string>;
  run: DerivationRun;
}

async function derivePlan(parts: Parts, { planId, ranges }: StalePlan): Promise<Derived> {
  const { facts: from, published: into, whole, run } = parts;
  const [snapshots, known] = await Promise.all([
    PlanImports.read(from, planId, 'snapshots', whole),
    PlanEditions.read(from, into, planId),
  ]);
  if (!snapshots.ever)
    return { changed: [memberSnapshotTable.announces], counts: { rows: 0, editions: 0, running: 0 } };
  const due = known.due(snapshots, ranges);
  const ofMonths = ranges.filter(({ fromMonth, toMonth }) => fromMonth <= toMonth);
  const counts =
    ofMonths.length === 0 && due.size === 0
      ? { rows: 0, editions: 0 }
      : await deriveMonths({ ...parts, planId, snapshots, due }, ofMonths);
  // After the editions, so that no month that has just closed is missing from both.
  const running = await publishRunningMonths({ facts: from, published: into, run, snapshots, editions: known, ranges });
  const changed = [
    ...(ofMonths.length > 0 ? [memberSnapshotTable.announces] : []),
    ...(counts.editions + running > 0 ? editions.announces : []),
  ];
  return { changed, counts: { ...counts, running } };
}

/** What a plan's months are derived from, besides the engines. */
interface DuePlan extends Parts {
  planId: string;
  snapshots: PlanImports;
  due: ReadonlyMap<string, Edition>;
}

/** A month that no plan has a row in: a pass over it derives only editions. */
const editionsOnly: StaleMonths = { fromMonth: '0000-01', toMonth: '0000-01', members: null, recordedFrom: '' };

/** Derives a plan's stale months and its due editions, in as few passes as are worth it. */
async function deriveMonths(
  { due, ...parts }: DuePlan,
  ranges: readonly StaleMonths[],
): Promise<{ rows: number; editions: number }> {
  const { facts: from, planId, snapshots } = parts;
  const own = await snapshots.current(null);
  const carried = await carriedMonths(from, planId, own);
  const newestRows = [...own.values()].at(-1)?.rows ?? 0;
  const rowsByMonth = new Map(carried.map((month) => [month, newestRows]));
  for (const [month, { rows }] of own) rowsByMonth.set(month, rows);
  const [first, ...others] = ranges.length === 0 ? [editionsOnly] : stalePasses(ranges, rowsByMonth);
  const plan: PlanParts = { ...parts, own, carried, done: new Set() };
  // An edition always has all members.
  const counts = await derivePass(plan, due.size > 0 ? { ...first!, members: null } : first!, due);
  for (const stale of others) counts.rows += (await derivePass(plan, stale, new Map())).rows;
  return counts;
}

interface PlanParts extends Omit<DuePlan, 'due'> {
  own: MonthImports;
  /** Months that carry the newest snapshot forward. */
  carried: readonly string[];
  /** Months whose live rows were derived for all members in an earlier pass of the same run. */
  done: Set<string>;
}

/** Derives some months of all members or of some, and the editions that are due. Returns the number of rows and of editions. */
async function derivePass(
  plan: PlanParts,
  asked: StaleMonths,
  due: ReadonlyMap<string, Edition>,
): Promise<{ rows: number; editions: number }> {
  const { facts: from, published: into, secret, figures, whole, run, planId, snapshots, own, carried, done } = plan;
  const stale = await wholeWhereNeeded(into, planId, asked, own, carried);
  const facts = new PlanFacts(from, planId, stale.members);
  const range = liveMonths(stale, own, carried);
  const live = { ...range, due: new Set([...range.due].filter((month) => !done.has(month))) };
  const rowsIn = async (table: Parameters<typeof visibleMembers>[1]) => {
    const visible = await visibleMembers(into, table, planId, stale, live);
    for (const month of done) visible.delete(month);
    return new LivePublication(into, run, table, visible, live.lastStale);
  };
  const publications = { members: await rowsIn(memberSnapshotTable.table), exits: await rowsIn(memberExitTable.table) };
  const ofEditions = new EditionPublication(into, run, secret);
  let rows = 0;
  if (live.due.size > 0 || due.size > 0) {
    const [read, histories, holdings] = await Promise.all([
      figures.read(),
      facts.histories(),
      PlanImports.read(from, planId, 'assets', whole),
    ]);
    const months = new MonthDerivation(run, facts, histories, read, holdings);
    const { alike, others } = await editionsByImports(due, own, snapshots);
    rows = await deriveLive({ facts, months, own, carried, live, publications, editions: ofEditions, alike });
    for (const [month, { edition, imports }] of others) {
      let found: MonthRows | null = null;
      await sweepSnapshots(facts, imports, new Set([month]), async (swept) => {
        found = await months.rowsOf({ ...swept, recordedBy: edition.recordedBy });
      });
      const held = await months.holdingsOf(month, edition.recordedBy);
      await ofEditions.add(month, edition, (found as MonthRows | null) ?? nobody, held);
    }
  }
  await publications.exits.finish();
  await publications.members.finish();
  const written = await ofEditions.finish();
  if (stale.members === null) {
    await noteShownMonths(into, run, own, carried, live.due);
    for (const month of live.due) done.add(month);
  }
  return { rows, editions: written };
}

const nobody: Pick<MonthRows, 'rows' | 'exits'> = { rows: [], exits: [] };

/**
 * Groups editions by their imports. If the months of an edition's year show the imports that count now, the edition is derived from the
 * same reads as the live rows. Editions from before a later import are derived from their own reads.
 */
async function editionsByImports(due: ReadonlyMap<string, Edition>, own: MonthImports, snapshots: PlanImports) {
  const alike = new Map<string, Edition>();
  const others = new Map<string, { edition: Edition; imports: MonthImports }>();
  for (const [month, edition] of due) {
    const imports = await snapshots.current(edition.recordedBy);
    if (own.has(month) && sameYear(own, imports, month)) alike.set(month, edition);
    else others.set(month, { edition, imports });
  }
  return { alike, others };
}

interface LiveParts {
  facts: PlanFacts;
  months: MonthDerivation;
  own: MonthImports;
  carried: readonly string[];
  live: LiveMonths;
  publications: { members: LivePublication; exits: LivePublication };
  editions: EditionPublication;
  alike: ReadonlyMap<string, Edition>;
}

/**
 * Derives the live rows, including months carried forward, and the editions made from the same imports. Returns the number of live rows
 * of members.
 */
async function deriveLive(parts: LiveParts): Promise<number> {
  const { facts, months, own, carried, live, publications, editions, alike } = parts;
  const dueCarried = carried.filter((month) => live.due.has(month));
  const wanted = new Set([...[...live.due].filter((month) => own.has(month)), ...alike.keys()]);
  if (dueCarried.length > 0) wanted.add(live.newest!);
  let written = 0;
  const publish = async (month: string, { rows, exits }: MonthRows) => {
    written += rows.length;
    await publications.members.add(month, rows);
    await publications.exits.add(month, exits);
  };
  await sweepSnapshots(facts, own, wanted, async (swept) => {
    const { month, snapshots, years } = swept;
    const rows = live.due.has(month) ? await months.rowsOf({ ...swept, recordedBy: null }) : null;
    if (rows !== null) await publish(month, rows);
    const edition = alike.get(month);
    if (edition !== undefined) {
      const { recordedBy } = edition;
      const ofEdition = await months.rowsOf({ ...swept, recordedBy }, rows);
      await editions.add(month, edition, ofEdition, await months.holdingsOf(month, recordedBy));
    }
    if (month !== live.newest) return;
    for (const later of dueCarried)
      await publish(later, await months.rowsOf({ month: later, snapshots, before: [], years, recordedBy: null }));
  });
  return written;
}

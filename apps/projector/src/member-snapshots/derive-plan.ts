import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Edition } from '@superscope/domain/publishing/edition';
import { beforeAll, encodePosition } from '@superscope/event-store/events/position';
import { EditionPublication } from '../editions/edition-publication.js';
import { PlanEditions } from '../editions/plan-editions.js';
import { DoubleBuffer } from '../runtime/writing/double-buffer.js';
import { allMonths } from '../runtime/writing/projection.js';
import type { Derive, Derived, StalePlan } from '../runtime/deriving/derivation.js';
import type { Target } from '../runtime/writing/target.js';
import { FiguresReader } from './figures-reader.js';
import { LivePublication } from './live-publication.js';
import { stillIn } from './member-history.js';
import { MonthDerivation, type MonthRows } from './month-rows.js';
import { PlanFacts } from './plan-facts.js';
import { PlanImports } from './plan-imports.js';
import { PlanVersion, type Derivable } from '../runtime/deriving/plan-version.js';
import { carriedMonths, liveMonths, monthsShown, wholeWhereNeeded, type LiveMonths } from './shown-months.js';
import { sameYear, sweepSnapshots, type MonthImports } from './snapshot-sweep.js';

/**
 * Derives plan-months from the facts and publishes them: the live rows of `member_snapshot`, and the editions of closed months. `secret`
 * makes the keys and factors of an edition's rows.
 */
export function deriveInto(target: Target, secret: PublishingSecret): Derive {
  const figures = new FiguresReader(target);
  const whole = new Set<string>();
  return async (asked, mayPublish = () => true) => {
    // Before anything is read: a derivation with a higher version knows no less.
    const version = await PlanVersion.take(target, asked.planId);
    const inserts = new DoubleBuffer();
    try {
      return await derivePlan({ target, secret, figures, whole, inserts, mayPublish }, asked, version);
    } finally {
      // Also after a failure: whoever derives next must find all rows of this derivation, or none of them to come.
      await inserts.settled();
      // Whoever derives meanwhile may have looked for what to take out before all rows of this derivation were there.
      if (!(await version.isNewest())) await markStale(target, asked.planId, version);
    }
  };
}

interface Parts {
  target: Target;
  secret: PublishingSecret;
  figures: FiguresReader;
  /** Imports that are known to have all their rows. */
  whole: Set<string>;
  inserts: DoubleBuffer;
  mayPublish: () => boolean;
}

async function derivePlan(
  { target, secret, figures, whole, inserts, mayPublish }: Parts,
  asked: StalePlan,
  version: PlanVersion,
): Promise<Derived> {
  const { planId } = asked;
  const [snapshots, known] = await Promise.all([
    PlanImports.read(target, planId, 'snapshots', whole),
    PlanEditions.read(target, planId),
  ]);
  if (!snapshots.ever) return { editions: 0 };
  const own = await snapshots.current(null);
  const due = known.due(snapshots, asked);
  const carried = await carriedMonths(target, planId, own);
  // An edition is everybody's.
  const needed = due.size > 0 ? { ...asked, members: null } : asked;
  const stale = await wholeWhereNeeded(target, needed, own, carried);
  const facts = new PlanFacts(target, planId, stale.members);
  const live = liveMonths(stale, own, carried);
  const published = await facts.published(live.since, live.reach);
  const plan: Derivable = { planId, version: String(version), mayPublish };
  const publication = new LivePublication(target, inserts, plan, published, live.lastStale);
  const editions = new EditionPublication(target, inserts, plan, secret);
  if (live.due.size > 0 || due.size > 0) {
    const [read, histories, holdings] = await Promise.all([
      figures.read(),
      facts.histories(),
      PlanImports.read(target, planId, 'assets', whole),
    ]);
    const months = new MonthDerivation(plan, facts, histories, read, holdings);
    const { alike, others } = await editionsByImports(due, own, snapshots);
    await deriveLive({ planId, facts, months, own, carried, live, publication, editions, alike });
    for (const [month, { edition, imports }] of others) {
      let found: MonthRows | null = null;
      await sweepSnapshots(facts, imports, new Set([month]), async (_, snapshots, years) => {
        found = await months.rowsOf({ month, snapshots, years, recordedBy: edition.recordedBy });
      });
      await editions.add(month, edition, (found as MonthRows | null)?.rows ?? []);
    }
  }
  await publication.finish();
  const written = await editions.finish();
  if (stale.members === null) await version.note(await monthsShown(target, planId, own, carried, live.due));
  return { editions: written };
}

/**
 * Editions of months whose year shows the imports that count now are derived from the same reads as the live rows; others, of before a
 * later import, each from their own.
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
  planId: string;
  facts: PlanFacts;
  months: MonthDerivation;
  own: MonthImports;
  carried: readonly string[];
  live: LiveMonths;
  publication: LivePublication;
  editions: EditionPublication;
  alike: ReadonlyMap<string, Edition>;
}

/** Derives the live rows, also of months carried forward, and the editions that are made of the same imports. */
async function deriveLive(parts: LiveParts): Promise<void> {
  const { planId, facts, months, own, carried, live, publication, editions, alike } = parts;
  const dueCarried = carried.filter((month) => live.due.has(month));
  const wanted = new Set([...[...live.due].filter((month) => own.has(month)), ...alike.keys()]);
  if (dueCarried.length > 0) wanted.add(live.newest!);
  await sweepSnapshots(facts, own, wanted, async (month, snapshots, years) => {
    const rows = live.due.has(month) ? await months.rowsOf({ month, snapshots, years, recordedBy: null }) : null;
    if (rows !== null) await publication.add(month, rows.rows);
    const edition = alike.get(month);
    if (edition !== undefined) {
      const { recordedBy } = edition;
      const ofEdition = await months.rowsOf({ month, snapshots, years, recordedBy }, rows);
      await editions.add(month, edition, ofEdition.rows);
    }
    if (month !== live.newest) return;
    for (const later of dueCarried) {
      const there = snapshots.filter((row) => stillIn(months.histories.at(row.member_id, null), planId, `${later}-01`));
      const carriedRows = await months.rowsOf({ month: later, snapshots: there, years, recordedBy: null });
      await publication.add(later, carriedRows.rows);
    }
  });
}

/** Has everything of a plan derived once more. */
async function markStale(target: Target, planId: string, version: PlanVersion): Promise<void> {
  const position = encodePosition(beforeAll);
  const again = { planId, ...allMonths, members: null, recordedFrom: '', since: position, position };
  await target.dirty().replaceOne({ _id: `${planId}@superseded ${version}` }, again, { upsert: true });
}

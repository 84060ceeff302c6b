import { closingsView, planMonthTable } from '@superscope/contracts/read-models/editions';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { editionOf, type Edition, type EditionCauses } from '@superscope/domain/publishing/edition';
import type { PlanImports } from '../plan-facts/plan-imports.js';
import type { StaleMonths } from '../runtime/deriving/derivation.js';
import type { Target } from '../runtime/writing/target.js';

/** A plan's editions: the data that determines them, and the stored ones. */
export class PlanEditions {
  private constructor(
    private readonly closings: readonly Closing[],
    /** Instants are in ClickHouse's format. */
    private readonly plan: Pick<EditionCauses, 'publishedAt' | 'secondRulesSince' | 'said' | 'companiesAt'>,
    /** Stored editions by month, in the format of `textOf`. */
    private readonly stored: ReadonlyMap<string, string>,
  ) {}

  static async read(facts: Target, published: Target, planId: string): Promise<PlanEditions> {
    const [closings, plan, companies, stored] = await Promise.all([
      facts.of(closingsView).find({}).toArray(),
      facts.of(plansView).findOne({ _id: planId }),
      facts
        .of(companiesView)
        .find({ planId }, { projection: { registeredAt: 1 } })
        .toArray(),
      storedEditions(published, planId),
    ]);
    const causes = {
      publishedAt: Object.values(plan?.publishedAt ?? {}),
      // Not registered yet. Its registration makes all its months stale.
      secondRulesSince: plan === null ? '' : (plan.secondRulesSince ?? null),
      said: Object.values(plan?.payrollSaid ?? {}),
      // A company of an earlier release was registered before any moment that matters.
      companiesAt: companies.map(({ registeredAt }) => registeredAt ?? ''),
    };
    return new PlanEditions(closings, causes, stored);
  }

  /** When the plan was published. */
  get publishedAt(): readonly string[] {
    return this.plan.publishedAt;
  }

  /**
   * Editions to derive, by month (yyyy-MM), oldest first: missing ones, and those that count a fact that arrived late. A fact recorded
   * after an edition's moment does not change the edition.
   */
  due(snapshots: PlanImports, stale: readonly StaleMonths[]): Map<string, Edition> {
    const due = new Map<string, Edition>();
    for (const [month, edition] of this.editions(snapshots)) {
      const isLate = stale.some(
        ({ fromMonth, toMonth, recordedFrom }) =>
          month >= fromMonth && month <= toMonth && recordedFrom <= edition.recordedBy,
      );
      if (isLate || this.stored.get(month) !== textOf(edition)) due.set(month, edition);
    }
    return due;
  }

  /** The newest month that has an edition (yyyy-MM); null before the first. */
  newestMonth(snapshots: PlanImports): string | null {
    return this.editions(snapshots).at(-1)?.[0] ?? null;
  }

  /** The edition of each month that has one, oldest first. */
  private editions(snapshots: PlanImports): [month: string, edition: Edition][] {
    return [...snapshots.completedAt()].flatMap(([month, importedAt]) => {
      const closedAt = firstClosing(this.closings, month);
      const edition = editionOf({ closedAt, importedAt, ...this.plan });
      return edition === null ? [] : [[month, edition]];
    });
  }
}

interface Closing {
  month: string;
  at: string;
}

/** When the first event closed a month, directly or with a later month; null while it is open. */
function firstClosing(closings: readonly Closing[], month: string): string | null {
  let first: string | null = null;
  for (const closing of closings)
    if (closing.month >= month && (first === null || closing.at < first)) first = closing.at;
  return first;
}

const textOf = ({ edition, recordedBy, closedAt, rules, payroll }: Edition): string =>
  `${edition} ${recordedBy} ${closedAt} ${rules} ${payroll}`;

interface StoredEdition extends Pick<Edition, 'edition' | 'rules' | 'payroll'> {
  month: string;
  recorded_by: string;
  closed_at: string;
}

async function storedEditions(target: Target, planId: string): Promise<Map<string, string>> {
  const answer = await target.clickhouse.query({
    query: `SELECT month, edition, recorded_by, closed_at, rules, payroll FROM ${target.table(planMonthTable.table)} FINAL WHERE plan_id = {plan:String}`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<StoredEdition>();
  return new Map(
    rows.map(({ month, recorded_by: recordedBy, closed_at: closedAt, ...same }) => [
      month.slice(0, 7),
      textOf({ ...same, recordedBy, closedAt }),
    ]),
  );
}

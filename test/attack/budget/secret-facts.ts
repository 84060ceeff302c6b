import { lookBackSql } from '@superscope/api/analytics/employer/cell-statement';
import { cubes } from '@superscope/api/analytics/model/catalogue';
import type { SecretColumn } from '@superscope/api/analytics/model/secret-column';
import { engaged } from '@superscope/api/analytics/model/secret-columns';
import { lookBacks, type LookBack } from '@superscope/contracts/analytics/look-back';
import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { rowExpression, type Row } from './row-expression.js';

/** How widely a fact is published. */
interface Reach {
  /** Published for the whole plan only. */
  ofPlan: boolean;
  /** Published only for groups of at least this many members. */
  groupLeast: number;
}

/** A fact of members with a noise label of its own. */
export interface SecretFact extends Reach {
  label: string;
  has: (row: Row) => boolean;
  /** By the first rules. */
  before: Reach;
}

/** A column of the catalogue, for one look-back if it has look-backs. */
interface Drawn {
  column: SecretColumn;
  lookBack: LookBack;
}

const drawn = (): Drawn[] => {
  const measures = cubes.flatMap((cube) => cube.measures).map(({ published }) => published);
  const columns = new Set<SecretColumn>([
    engaged,
    ...cubes.flatMap((cube) => cube.dimensions).flatMap(({ secret }) => secret ?? []),
    ...measures.flatMap((published) => ('column' in published ? published.column : [])),
  ]);
  return [...columns].flatMap((column) =>
    (column.looksBack ? lookBacks : ([12] as const)).map((lookBack) => ({ column, lookBack })),
  );
};

const placeOf = ({ values, other }: SecretColumn, stored: unknown): number => {
  const at = values.findIndex((value) => String(value) === String(stored));
  return at !== -1 ? at : other === undefined ? values.length - 1 : values.indexOf(other);
};

interface Value {
  terms: ReturnType<SecretColumn['noise']>[number];
  has: (row: Row) => number;
}

/**
 * Every label of the catalogue that the number of some members is published with, in the catalogue's order. A value of a column is the
 * difference of two boundaries, so it determines one of them once the other is known.
 */
export function secretFacts(): SecretFact[] {
  const found = new Map<string, SecretFact>();
  let open: Value[] = drawn().flatMap(({ column, lookBack }) => {
    const stored = rowExpression(column.sql({ periodFrom: lookBackSql(lookBack), timezone: '' }));
    return column.noise({ lookBack }).map((terms, place): Value => {
      const has = (row: Row) => Number(placeOf(column, stored(row)) === place);
      return { terms, has };
    });
  });
  for (let left = -1; left !== open.length;) {
    left = open.length;
    open = open.filter((value) => {
      const unknown = value.terms.filter(({ label }) => !found.has(label));
      if (unknown.length > 1) return true;
      const [own] = unknown;
      if (own !== undefined) found.set(own.label, boundary(value, own, found));
      return false;
    });
  }
  if (open.length > 0)
    throw new Error(`Labels without a truth: ${open.map(({ terms }) => JSON.stringify(terms)).join()}`);
  return [...found.values()];
}

function boundary(value: Value, own: Value['terms'][number], found: ReadonlyMap<string, SecretFact>): SecretFact {
  const others = value.terms
    .filter(({ label }) => label !== own.label)
    .map(({ label, sign }) => ({ has: found.get(label)!.has, sign }));
  const has = (row: Row) =>
    own.sign * others.reduce((sum, each) => sum - each.sign * Number(each.has(row)), value.has(row)) === 1;
  return { label: own.label, has, ...reachOf(own.label, 2), before: reachOf(own.label, 1) };
}

/** How widely a label is published: for the whole plan, or also for groups, in the answer's rows whose noise has it. */
function reachOf(label: string, rules: PublishingRules): Reach {
  let [ofPlan, groupLeast] = [true, Infinity];
  for (const { column, lookBack } of drawn()) {
    const noise = column.noise({ lookBack });
    for (const { places, groupLeast: now = 0, groupLeastBefore: before } of column.rows) {
      const terms = places.flatMap((place) => noise[place] ?? []).filter((term) => term.label === label);
      if (terms.reduce((sum, { sign }) => sum + sign, 0) === 0) continue;
      groupLeast = Math.min(groupLeast, before !== undefined && rules < before.rules ? before.groupLeast : now);
      // Groups are published as at quarter ends, and over at least a quarter.
      const shortest = Math.max(3, (rules >= 2 && column.groupsLookBack) || 0);
      ofPlan &&= column.wholePlanOnly === true || (column.looksBack === true && lookBack < shortest);
    }
  }
  return { ofPlan, groupLeast };
}

import { assetFields, type PublishedRow } from './published-rows.js';

type Option = PublishedRow<typeof assetFields>;
type Column = keyof Option;

/** What becomes of one investment option. Growth exposures are percentages as decimal text, null where none is known. */
export interface OptionChange {
  readonly kind: 'removed' | 'changed' | 'added';
  readonly assetCode: string;
  /** As the later list has it, or else the earlier one. */
  readonly name: string;
  readonly growthBefore: string | null;
  readonly growthAfter: string | null;
  /** The columns that change in an option of both lists. */
  readonly columns: readonly Column[];
}

/** What a list of a platform's investment options changes in the one before it. */
export interface OptionChanges {
  readonly changes: readonly OptionChange[];
  /** The number of options that are the same in both lists, in every column. */
  readonly unchanged: number;
}

const columns = Object.keys(assetFields) as Column[];

/** Decimals are text that may be written in several ways, and a column that a list lacks is blank. */
function isSame(column: Column, before: Option, after: Option): boolean {
  const [a, b] = [before[column] ?? null, after[column] ?? null];
  return a === null || b === null || assetFields[column].kind !== 'decimal' ? a === b : Number(a) === Number(b);
}

const columnsThatDiffer = (before: Option, after: Option): Column[] =>
  columns.filter((column) => !isSame(column, before, after));

/** Compares two lists by the codes of their options: what is removed, then what changes in any column, then what is added. */
export function optionChanges(before: readonly Option[], after: readonly Option[]): OptionChanges {
  const earlier = new Map(before.map((option) => [option.assetCode, option]));
  const later = new Map(after.map((option) => [option.assetCode, option]));
  const removed = before.flatMap(({ assetCode, name, growthPercent: growthBefore }): OptionChange[] =>
    later.has(assetCode) ? [] : [{ kind: 'removed', assetCode, name, growthBefore, growthAfter: null, columns: [] }],
  );
  const kept = after.flatMap((option): OptionChange[] => {
    const { assetCode, name, growthPercent: growthAfter } = option;
    const known = earlier.get(assetCode);
    const differing = known === undefined ? [] : columnsThatDiffer(known, option);
    return known === undefined || differing.length === 0
      ? []
      : [{ kind: 'changed', assetCode, name, growthBefore: known.growthPercent, growthAfter, columns: differing }];
  });
  const added = after.flatMap(({ assetCode, name, growthPercent: growthAfter }): OptionChange[] =>
    earlier.has(assetCode) ? [] : [{ kind: 'added', assetCode, name, growthBefore: null, growthAfter, columns: [] }],
  );
  return { changes: [...removed, ...kept, ...added], unchanged: after.length - kept.length - added.length };
}

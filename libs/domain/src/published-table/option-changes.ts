import type { assetFields, PublishedRow } from './published-rows.js';

type Option = Pick<PublishedRow<typeof assetFields>, 'assetCode' | 'name' | 'growthPercent'>;

/** What becomes of one investment option. Growth exposures are percentages as decimal text, null where none is known. */
export interface OptionChange {
  readonly kind: 'removed' | 'changed' | 'added';
  readonly assetCode: string;
  /** As the later list has it, or else the earlier one. */
  readonly name: string;
  readonly growthBefore: string | null;
  readonly growthAfter: string | null;
}

/** What a list of a platform's investment options changes in the one before it. */
export interface OptionChanges {
  readonly changes: readonly OptionChange[];
  /** The number of options in both lists with the same growth exposure. Their names or returns may differ. */
  readonly unchanged: number;
}

const isSameGrowth = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : Number(a) === Number(b);

/** Compares two lists by the codes of their options: what is removed, then growth exposures that change, then what is added. */
export function optionChanges(before: readonly Option[], after: readonly Option[]): OptionChanges {
  const earlier = new Map(before.map((option) => [option.assetCode, option]));
  const later = new Map(after.map((option) => [option.assetCode, option]));
  const removed = before.flatMap(({ assetCode, name, growthPercent }): OptionChange[] =>
    later.has(assetCode) ? [] : [{ kind: 'removed', assetCode, name, growthBefore: growthPercent, growthAfter: null }],
  );
  const kept = after.flatMap(({ assetCode, name, growthPercent: growthAfter }): OptionChange[] => {
    const known = earlier.get(assetCode);
    return known === undefined || isSameGrowth(known.growthPercent, growthAfter)
      ? []
      : [{ kind: 'changed', assetCode, name, growthBefore: known.growthPercent, growthAfter }];
  });
  const added = after.flatMap(({ assetCode, name, growthPercent }): OptionChange[] =>
    earlier.has(assetCode) ? [] : [{ kind: 'added', assetCode, name, growthBefore: null, growthAfter: growthPercent }],
  );
  return { changes: [...removed, ...kept, ...added], unchanged: after.length - kept.length - added.length };
}

import { held, ongoingGroups, type FeeRow, type Holding, type OngoingGroup } from './fee-rows.js';

/** A kind of ongoing fee that a table does not have for some of what is held. A fee of nothing is published as 0. */
export interface MissingFee {
  group: OngoingGroup;
  /** The options without it, in the order in which they are held. */
  assetCodes: readonly string[];
}

/** What a table does not say about holdings: each kind of ongoing fee with the options that neither a row of theirs nor the platform's charges it. */
export function missingFees(rows: readonly FeeRow[], holdings: readonly Holding[]): MissingFee[] {
  const codes = [...new Set(held(holdings).map(({ assetCode }) => assetCode))];
  return ongoingGroups.flatMap((group) => {
    const charged = new Set(rows.filter((row) => row.group === group).map(({ assetCode }) => assetCode));
    const assetCodes = charged.has(null) ? [] : codes.filter((code) => !charged.has(code));
    return assetCodes.length === 0 ? [] : [{ group, assetCodes }];
  });
}

const kinds: Record<OngoingGroup, (of: string) => string> = {
  ADMIN: (of) => `No administration fee of ${of} is`,
  INVESTMENT: (of) => `No investment fee of ${of} is`,
  TRANSACTION: (of) => `No transaction costs of ${of} are`,
};

/** The sentence about a missing fee that screens, files and notes share. `options` are names, `day` is yyyy-MM-dd. */
export function missingFeeText(group: OngoingGroup, options: readonly string[], day: string): string {
  const last = options.slice(-1);
  const of = [options.slice(0, -1).join(', '), ...last].filter(Boolean).join(' and ');
  return `${kinds[group](of)} published for ${day.split('-').reverse().join('/')}.`;
}

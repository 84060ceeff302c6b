import type { FeeTermsAnswer } from '@superscope/contracts/fee-comparison';
import { money, trimmedMoney } from '../../ui/format';

/** Dollars and cents without the dollar sign, for a column of differences. */
export const plain = (dollars: number): string => money(dollars).replace('$', '');

export const percentText = (percent: number): string => `${plain(percent)} %`;

/** Of a sum that some fees are missing from. */
export const atLeast = (amount: string): string => `at least ${amount}`;

/** At least two decimals, and all that the fund gave. */
const exactPercent = (amount: string): string => {
  const [whole, decimals = ''] = amount.split('.') as [string, string?];
  return `${whole}.${decimals.padEnd(2, '0')} %`;
};

const limits = ({ minDollars, maxDollars }: FeeTermsAnswer): string =>
  [
    minDollars === null ? '' : `, at least ${trimmedMoney(minDollars)}`,
    maxDollars === null ? '' : `, at most ${trimmedMoney(maxDollars)}`,
  ].join('');

/**
 * '0.20 % to $50,000, then 0.10 %' by tiers, '0.52 % and 0.45 %' of several investments; '' for plain dollars, which the amount says.
 */
export function termsText(terms: readonly FeeTermsAnswer[]): string {
  return terms
    .filter(({ inDollars }) => !inDollars)
    .map((row, i) => {
      const isUpper = row.tierFrom !== null && row.tierFrom > 0;
      const to = row.tierTo === null || terms.length === 1 ? '' : ` to ${trimmedMoney(row.tierTo)}`;
      const from = i === 0 && isUpper ? ` above ${trimmedMoney(row.tierFrom!)}` : '';
      const joined = i === 0 ? '' : isUpper ? ', then ' : ' and ';
      return `${joined}${exactPercent(row.amount)}${from}${to}${limits(row)}`;
    })
    .join('');
}

/** A fee of an activity: '0.08 % of the amount', '$25.00 each'; 'none' without one. */
export const activityText = (terms: readonly FeeTermsAnswer[]): string =>
  terms.length === 0
    ? 'none'
    : terms
        .map((row) =>
          row.inDollars
            ? `${money(Number(row.amount))} each`
            : `${exactPercent(row.amount)} of the amount${limits(row)}`,
        )
        .join(', ');

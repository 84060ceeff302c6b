import type { BenefitSide, NetBenefit } from '@superscope/contracts/fee-comparison';
import { dollars, money, number } from '../../ui/format';
import { listed } from '../../ui/listed';

type Sides = readonly BenefitSide[];

const optionText = ({ mark, name, platformName }: BenefitSide): string => `${mark}, ${name} of ${platformName}`;

/** 'A, Lifestage of Tallowood: …' of each side from which fees are missing. */
export const missingTexts = (sides: Sides): string[] =>
  sides
    .filter(({ missing }) => missing.length > 0)
    .map((side) => `${optionText(side)}: ${side.missing.map(({ sentence }) => sentence).join(' ')}`);

/** What follows from fees alone, a sentence for each side that has a difference to A. */
export function feesTexts({ sides, projection }: NetBenefit): string[] {
  return sides.flatMap(({ mark, fromFees }) => {
    if (fromFees === null) return [];
    const { dollarsAYear, atRetirement } = fromFees;
    if (dollarsAYear === 0) return `${mark} costs as much as A a year.`;
    const word = dollarsAYear > 0 ? 'more' : 'less';
    const year = `${mark} costs ${money(Math.abs(dollarsAYear))} a year ${word} than A.`;
    if (atRetirement === null || projection === null) return year;
    const then =
      atRetirement === 0
        ? 'is the same to $100'
        : `is about ${dollars(Math.abs(atRetirement))} ${atRetirement > 0 ? 'more' : 'less'}`;
    return `${year} By ${projection.age} the account ${then}, with the return of A on both.`;
  });
}

/** How growth shares differ from that of A, which decides about falls and about what is expected. */
export function growthTexts(sides: Sides): string[] {
  const [a] = sides;
  if (a === undefined || a.growthPercent === null) return [];
  const own = a.growthPercent;
  return sides.slice(1).flatMap(({ mark, growthPercent }) => {
    if (growthPercent === null) return [];
    const by = Math.round((growthPercent - own) * 10) / 10;
    if (by === 0) return `${mark} holds as much in growth assets as A.`;
    const points = `${number(Math.abs(by), Number.isInteger(by) ? 0 : 1)} ${Math.abs(by) === 1 ? 'point' : 'points'}`;
    return by > 0
      ? `${mark} holds ${points} more in growth assets than A: larger falls, higher expected return.`
      : `${mark} holds ${points} less in growth assets than A: smaller falls, lower expected return.`;
  });
}

const RETURNS = [
  ['one', '1 year'],
  ['three', '3 years'],
  ['five', '5 years'],
  ['ten', '10 years'],
] as const;

/** What is not published of each side, in one sentence. */
export function unknownTexts(sides: Sides): string[] {
  return sides.flatMap((side) => {
    const returns = RETURNS.filter(([name]) => side.returns[name] === null).map(([, years]) => years);
    const parts = [
      side.fees === null ? 'every fee' : null,
      ...side.missing.map(({ group }) => MISSING[group]),
      returns.length === 0
        ? null
        : returns.length === RETURNS.length
          ? 'past returns'
          : `returns over ${listed(returns)}`,
      side.growthPercent === null ? 'the growth share' : null,
      side.riskLabel === null ? 'the risk label' : null,
      side.performanceTest === null ? 'the performance test' : null,
    ].filter((part) => part !== null);
    return parts.length === 0 ? [] : `${side.mark}: ${listed(parts)}.`;
  });
}

const MISSING: Record<BenefitSide['missing'][number]['group'], string> = {
  ADMIN: 'the administration fee',
  INVESTMENT: 'the investment fee',
  TRANSACTION: 'transaction costs',
};

/** Whether the bars of all sides have some balance in common, so that nobody can say which side will hold more. */
export function overlapText(sides: Sides): string | null {
  const bars = sides.flatMap(({ projected }) => projected ?? []);
  if (bars.length < 2) return null;
  if (bars.some(({ low }) => low === null)) return 'A fee is missing, so the order is not known.';
  const highestLow = Math.max(...bars.map(({ low }) => low!));
  const lowestHigh = Math.min(...bars.map(({ high }) => high));
  return highestLow <= lowestHigh ? 'The bars overlap, so the order is not known.' : null;
}

import type { Cell } from '../../../portal/analytics/result';
import { dollars, share } from '../../../ui/format';
import { listed } from '../../../ui/listed';
import { capital, inWords, uncapital } from '../../../ui/in-words';
import { shareWords, TOO_FEW } from './words';

/** How many are insured, and how many have enough cover. */
export function insuranceSentence(insured: Cell, onTarget: Cell): string {
  const many = insured.value === null ? null : insured.about === null ? shareWords(insured.value) : aboutWords(insured);
  const few =
    onTarget.value === null
      ? null
      : onTarget.value < LEAST_SAID || onTarget.value > 50 || onTarget.about !== null
        ? null
        : Math.round(100 / onTarget.value);
  if (many === null) return TOO_FEW;
  if (few === null || insured.value! < 50)
    return `${many} are insured.`.replace('member in ten are', 'member in ten is');
  return `${many} are insured, yet only one in ${inWords(few)} has cover that meets the estimated need.`;
}
/** Percent below which 'one in' says a number that nobody can picture. */
const LEAST_SAID = 1;
const aboutWords = ({ value, about }: Cell) => `About ${value}% of members${about === 'least' ? ' or more' : ''}`;

export interface Held {
  share: Cell;
  /** Goes on after 'Most members are'. */
  are: string;
  /** Goes on after 'fewer than one in ten'. */
  does: string;
}

const BOUNDS: readonly [number, string][] = [
  [5, 'one in twenty'],
  [10, 'one in ten'],
  [25, 'one in four'],
  [50, 'half of them'],
];

/** What most members have, then what the fewest have. */
export function membershipSentence(all: readonly Held[]): string {
  const known = all.filter(({ share: { value } }) => value !== null);
  const most = known.filter(({ share: { value } }) => value! > 50);
  const fewest = known
    .filter(({ share: { value, about } }) => value! < 50 && about !== 'least')
    .toSorted((a, b) => a.share.value! - b.share.value!)[0];
  const bound = fewest && BOUNDS.find(([below]) => fewest.share.value! < below)?.[1];
  const few = fewest && bound ? `fewer than ${bound} ${fewest.does}` : null;
  if (most.length === 0 && few === null) return TOO_FEW;
  if (most.length === 0) return `${few!.charAt(0).toUpperCase()}${few!.slice(1)}.`;
  return `Most members are ${listed(most.map(({ are }) => are))}${few === null ? '' : `; ${few}`}.`;
}

export interface StateGap {
  state: string;
  /** Percent of men's average that women's lacks; below 0 if women hold more. */
  gap: number;
}

interface Balances {
  women: Cell;
  men: Cell;
  /** Whether groups by state are published; if not, whether the plan is too small to be divided or each group has too few members. */
  divided: 'divided' | 'small' | 'few';
  gaps: readonly StateGap[];
}

/** What women and men hold on average, and where the gap is widest. */
export function balancesSentence({ women, men, divided, gaps }: Balances): string {
  if (divided === 'few')
    return 'No state has a group of women or men large enough to publish its average balance: one person’s could be worked out.';
  if (divided === 'small')
    return 'A plan of fewer than 30 members is not divided by state or gender: one person’s balance could be worked out.';
  if (women.value === null || men.value === null) return TOO_FEW;
  const by = men.value - women.value;
  const margin = Math.hypot(women.margin ?? 0, men.margin ?? 0);
  if (Math.abs(by) < margin) return 'Women and men hold about the same.';
  const [less, more, fewer, larger] =
    by > 0 ? ['Women', 'men', women.value, men.value] : ['Men', 'women', men.value, women.value];
  const widest = gaps
    .filter(({ gap }) => (by > 0 ? gap > 0 : gap < 0))
    .toSorted((a, b) => Math.abs(b.gap) - Math.abs(a.gap))[0];
  const gap = widest && share(Math.abs(widest.gap), 0);
  // Of a single state nothing is the widest.
  const where = !widest
    ? ''
    : gaps.length > 1
      ? `; the gap is widest in ${widest.state}, ${gap}`
      : `; in ${widest.state} it is ${gap}`;
  return `${less} hold ${dollars(fewer)} on average, ${share((100 * Math.abs(by)) / larger, 0)} less than ${more} with ${dollars(larger)}${where}.`;
}

interface Options {
  /** Shares of all assets, the largest first. */
  shares: readonly number[];
  total: number;
  /** Percent of all assets in growth investments; null if not known. */
  growth: number | null;
}

/** How many options hold more than half, and how much is in growth investments. */
export function optionsSentence({ shares, total, growth }: Options, inDollars: (amount: number) => string): string {
  let sum = 0;
  const count = shares.findIndex((each) => (sum += each) > 50) + 1;
  const many = inWords(count);
  const holds =
    count === 0
      ? `The ${shares.length === 1 ? 'largest option holds' : `${inWords(shares.length)} largest options hold`} ${share(sum, 0)} of the plan’s ${inDollars(total)}`
      : `${many.charAt(0).toUpperCase()}${many.slice(1)} ${count === 1 ? 'option holds' : 'options hold'} more than half of the plan’s ${inDollars(total)}`;
  return growth === null
    ? `${holds}.`
    : `${holds}; ${share(growth, 0)} of published balances are in growth investments.`;
}

/** Where less than half of the plan's assets are in options that are published. */
export const unshownSentence = (total: number, inDollars: (amount: number) => string): string =>
  `What the plan’s ${inDollars(total)} are invested in is not published: too few members hold most of its options.`;

interface Mix {
  /** Percent of the assets of published options in lifestage options. */
  lifestage: number;
  /** Whether these options are clearly less than all that members hold. */
  partly: boolean;
  /** Percent of each part in growth investments. */
  growthOfLifestage: number | null;
  growthOfChoice: number | null;
}

/** Growth shares nearer than this are nearly the same, in percentage points. */
const ALIKE = 3;

/** How much is in lifestage options, and whether those who choose hold more growth. */
export function mixSentence({ lifestage, partly, growthOfLifestage, growthOfChoice }: Mix): string {
  const tenths = Math.round(lifestage / 10);
  const begins =
    tenths === 0
      ? 'Hardly a dollar is in lifestage options'
      : tenths === 10
        ? 'Nearly every dollar is in lifestage options'
        : `${capital(inWords(tenths))} ${tenths === 1 ? 'dollar' : 'dollars'} in ten ${tenths === 1 ? 'is' : 'are'} in lifestage options`;
  const explained = tenths === 0 ? '' : ', which lower growth with age';
  // The sentence has room for one of both.
  const told = partly ? `Of what can be shown, ${uncapital(begins)}` : `${begins}${explained}`;
  if (growthOfLifestage === null || growthOfChoice === null) return `${told}.`;
  const by = growthOfChoice - growthOfLifestage;
  const held = Math.abs(by) < ALIKE ? 'nearly the same mix' : by > 0 ? 'more growth' : 'less growth';
  return `${told}; those who choose for themselves hold ${held}.`;
}

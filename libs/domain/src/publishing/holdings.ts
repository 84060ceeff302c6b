import { margin } from './combine.js';
import { least, type PublishedCount } from './publish.js';
import { figure, isFigure, withheld, type Published } from './published.js';

/** An investment option in a plan-month. */
export interface HeldOption {
  code: string;
  /** The members who hold some of it. */
  holders: PublishedCount;
  /** Whole dollars. */
  balance: Published;
}

/** What is published of an option's balance, in whole dollars. */
export interface HeldBalance {
  value: Published;
  margin: number | null;
}

/** The widest margin of a balance that is published, as a part of it. Noise beyond it made small plans' balances false. */
const widest = 0.25;

/** The published holders of an option; if nearly all members hold it, the fewest that they can be. Null if few hold it. */
function holdersOf({ count, share }: PublishedCount, members: Published): Published | null {
  if (isFigure(count)) return count;
  return share.because === 'least' && isFigure(members) ? figure(Math.max(0, members.value - least + 1)) : null;
}

interface Kept {
  code: string;
  dollars: number;
  holders: Published;
}

/** An option whose margin is too wide is left out, as is one of no more than 0, whose margin would be 0. */
function keptOf({ code, holders: counted, balance }: HeldOption, members: Published): Kept[] {
  const holders = holdersOf(counted, members);
  if (holders === null || !isFigure(balance) || balance.value <= 0) return [];
  const within = margin('presence', balance, holders, true);
  return within !== null && within <= widest * balance.value ? [{ code, dollars: balance.value, holders }] : [];
}

/**
 * Scales whole dollars down to a total that they exceed, each to at most a dollar from its proportion (method of largest remainders), so
 * that they add up to it.
 */
function scaledTo(total: number, kept: readonly Kept[]): Kept[] {
  const sum = kept.reduce((all, { dollars }) => all + dollars, 0);
  if (sum <= total) return [...kept];
  // The products pass 2^53.
  const [whole, over] = [BigInt(total), BigInt(sum)];
  const parts = kept.map((each) => {
    const product = BigInt(each.dollars) * whole;
    return { ...each, dollars: Number(product / over), left: product % over };
  });
  const missing = total - parts.reduce((all, { dollars }) => all + dollars, 0);
  const byRemainder = parts.toSorted((a, b) =>
    a.left === b.left ? (a.code < b.code ? -1 : 1) : a.left < b.left ? 1 : -1,
  );
  return byRemainder.map(({ left: _, ...each }, i) => (i < missing ? { ...each, dollars: each.dollars + 1 } : each));
}

/**
 * Publishes what members hold of each option of a plan-month, by code (docs/privacy.md). Only balances within a margin are published, and
 * their sum is at most `total`, the plan's published balance in whole dollars: what remains of it is held in the other options. It depends
 * on published figures only. `members` are the plan's.
 */
export function heldBalances(
  options: readonly HeldOption[],
  members: Published,
  total: Published,
): ReadonlyMap<string, HeldBalance> {
  const kept = isFigure(total) && total.value > 0 ? options.flatMap((option) => keptOf(option, members)) : [];
  const found = new Map<string, HeldBalance>(
    options.map(({ code, balance }) => [code, { value: isFigure(balance) ? withheld('np') : balance, margin: null }]),
  );
  for (const { code, dollars, holders } of scaledTo(total.value ?? 0, kept)) {
    const value = figure(dollars);
    found.set(code, { value, margin: margin('presence', value, holders, true) });
  }
  return found;
}

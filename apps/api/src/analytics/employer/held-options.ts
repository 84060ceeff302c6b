import type { Cell } from '@superscope/domain/publishing/cell';
import { margin, scaled, total } from '@superscope/domain/publishing/combine';
import { heldBalances } from '@superscope/domain/publishing/holdings';
import { average, flag, headcount, type PublishedCount } from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import { firstRules } from '@superscope/domain/publishing/publishing-rules';
import { presenceDollars } from '../model/published-as.js';
import { wholePlan } from './cells.js';
import type { PublishingContext } from './employer-source.js';

/** Members who hold some of an option, and their factored cents. */
interface Held {
  members: number;
  total: number;
  lowest: number;
  highest: number;
}

const nobody: Held = { members: 0, total: 0, lowest: 0, highest: 0 };

/** A plan in a month: all its members, and those who hold each option. */
export interface HeldMonth {
  planId: string;
  month: string;
  cell: Cell;
  options: Map<string, Held>;
}

export const monthId = (planId: string, month: string): string => `${planId} ${month}`;

/** What is stored of plans' options, by plan and month. The rows are plan, month, code, holders, and their sum, lowest and highest. */
export function heldMonths(
  rows: readonly (readonly unknown[])[],
  context: PublishingContext,
): ReadonlyMap<string, HeldMonth> {
  const found = new Map<string, HeldMonth>();
  for (const [plan, day, code, ...numbers] of rows) {
    const [planId, month] = [String(plan), String(day).slice(0, 7)];
    const edition = context.calendar.of(planId, month);
    if (!edition) continue;
    const [members = 0, sum = 0, lowest = 0, highest = 0] = numbers.map(Number);
    const id = monthId(planId, month);
    const held = found.get(id) ?? { planId, month, cell: wholePlan(edition, context), options: new Map() };
    held.options.set(String(code), { members, total: sum, lowest, highest });
    found.set(id, held);
  }
  return found;
}

/** A published number of an option, with its margin. */
export interface WithMargin {
  value: Published;
  margin: number | null;
}

/** The published figures of one option. */
export interface OptionFigures {
  /** The plan's members. */
  all: Published;
  members: WithMargin;
  /** Dollars. */
  balance: WithMargin;
}

const none: WithMargin = { value: withheld('np'), margin: null };
/** Of a month without any holdings, whose holdings are unknown. */
export const unknownOption: OptionFigures = { all: none.value, members: none, balance: none };

interface Drawn {
  holders: PublishedCount;
  balance: Published;
}

/** An option is published for the whole plan. Holding it is a fact with its own noise label. */
function drawn(cell: Cell, all: Published, code: string, held: Held): Drawn {
  const label = `holds:${code}`;
  const amounts = {
    have: cell.n,
    nonzero: held.members,
    total: held.total,
    lowest: held.members < cell.n ? Math.min(0, held.lowest) : held.lowest,
    highest: held.members < cell.n ? Math.max(0, held.highest) : held.highest,
  };
  const mean = average(cell, all, presenceDollars(`held:${code}`, label, label), amounts);
  const dollars = scaled(mean, (cents) => cents / 100);
  return { holders: flag(cell, all, label, held.members), balance: total(dollars, all) };
}

/**
 * Publishes options of a plan-month, by code: those that members hold, and `others`. Balances depend on each other and on `balance`, the
 * plan's published total in dollars, whichever options a question is about.
 */
export function optionFigures(
  { cell, options }: HeldMonth,
  others: readonly string[],
  balance: Published,
): ReadonlyMap<string, OptionFigures> {
  const all = headcount(cell);
  const codes = [...new Set([...options.keys(), ...others])];
  const each = codes.map((code) => ({ code, ...drawn(cell, all, code, options.get(code) ?? nobody) }));
  const balances = cell.rules === firstRules ? null : heldBalances(each, all, balance);
  return new Map(
    each.map((option) => {
      const { count } = option.holders;
      const own = { value: option.balance, margin: holdersMargin(option, all) };
      const members = { value: count, margin: margin('count', count, all, true) };
      return [option.code, { all, members, balance: balances?.get(option.code) ?? own }];
    }),
  );
}

/** Only a few members hold the option, so one member's amount is weighed against its holders, not against all members. */
const holdersMargin = ({ holders: { count }, balance }: Drawn, all: Published): number | null =>
  margin('presence', balance, isFigure(count) ? count : all, true);

import type { AsfaDocument, AsfaEffect } from '@superscope/contracts/asfa';
import { dayText } from '../../ui/day-text';
import { dollars, longMonth, number } from '../../ui/format';

const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/** An amount with the cents that it has. */
export const amountText = (amount: number | null): string =>
  amount === null
    ? '–'
    : Number.isInteger(amount)
      ? dollars(amount)
      : amount.toLocaleString('en-AU', { style: 'currency', currency: 'AUD' });

/** What saving would change, for a set of a day. */
export function effectText({ plans, members, from, before, replaces }: AsfaEffect, at: string): string {
  const since = from === null ? ' in all months' : ` from ${dayText(at)}`;
  const until = before === null ? '' : `, until ${longMonth(before)}, when a later set begins`;
  const instead = replaces ? ` It replaces the set of ${dayText(at)}.` : '';
  return plans === 0
    ? `No month of any plan is scored by this set yet.${instead}`
    : `Saving changes ${counted(plans, 'plan', 'plans')} and ${counted(members, 'member', 'members')}${since}${until}.${instead}`;
}

/** What was read from a document, in a few words. */
export function readText({ found, pages }: AsfaDocument): string {
  const figures = new Set(found.map(({ field }) => field)).size;
  const on = [...new Set(found.map(({ page }) => page))].sort((a, b) => a - b);
  if (figures === 0) return `no figure found on ${counted(pages, 'page', 'pages')}`;
  return `${counted(figures, 'figure', 'figures')}, ${on.length === 1 ? 'page' : 'pages'} ${on.join(', ')} of ${number(pages)}`;
}

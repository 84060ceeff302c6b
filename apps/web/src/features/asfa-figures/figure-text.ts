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

/** About how long a derivation takes: 'about 9 minutes'; null if that is not known. */
function timeText(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds < 60) return 'less than a minute';
  return `about ${counted(Math.round(seconds / 60), 'minute', 'minutes')}`;
}

/** What saving would change, for a set of a day. */
export function effectText({ plans, members, from, before, replaces, seconds }: AsfaEffect, at: string): string {
  const since = from === null ? ' in all months' : ` from ${dayText(at)}`;
  const until = before === null ? '' : `, until ${longMonth(before)}, when a later set begins`;
  const takes = timeText(seconds);
  // After a clause about the next set, the time is a sentence by itself.
  const inTime = takes === null ? '.' : before === null ? `, in ${takes}.` : `. It takes ${takes}.`;
  const instead = replaces ? ` It replaces the set of ${dayText(at)}.` : '';
  return plans === 0
    ? `No month of any plan is scored by this set yet.${instead}`
    : `Saving changes ${counted(plans, 'plan', 'plans')} and ${counted(members, 'member', 'members')}${since}${until}${inTime}${instead}`;
}

/** What was read from a document, in a few words. */
export function readText(document: AsfaDocument): string {
  const { rentersPages } = document;
  if (rentersPages.length === 0) return figuresText(document);
  const on = `${rentersPages.length === 1 ? 'page' : 'pages'} ${rentersPages.join(', ')}`;
  return `${figuresText(document)}; the standard for people who rent, ${on}, is another and was not taken`;
}

function figuresText({ found, pages }: AsfaDocument): string {
  const figures = new Set(found.map(({ field }) => field)).size;
  const on = [...new Set(found.map(({ page }) => page))].sort((a, b) => a - b);
  if (figures === 0) return `no figure found on ${counted(pages, 'page', 'pages')}`;
  return `${counted(figures, 'figure', 'figures')}, ${on.length === 1 ? 'page' : 'pages'} ${on.join(', ')} of ${number(pages)}`;
}

import type { EventDetail } from '@superscope/contracts/event-history';
import { sydneyDate } from '@superscope/contracts/sydney-time';
import { ChevronRight, History } from 'lucide-react';
import { Link } from 'react-router';
import { searchAddress } from '../../portal/event-search';
import { Card, CardHead } from '../../ui/card';
import { momentTime } from '../../ui/format';

/** The plan at the moment of an event, including its changes. */
export const asItStoodAddress = (planId: string, at: string): string =>
  `/audit/as-it-stood?${new URLSearchParams({ plan: planId, moment: at }).toString()}`;

/** What is as it was right after the event. Draws nothing for an event of neither a plan nor a member. */
export function AsItStoodCard({ event: { at, memberId }, plan }: Pick<EventDetail, 'event' | 'plan'>) {
  const links = [
    ...(memberId === null ? [] : [{ label: 'The member', to: memberUntil(memberId, at) }]),
    ...(plan === null ? [] : [{ label: 'The plan’s dashboard', to: asItStoodAddress(plan.id, at) }]),
    ...(memberId === null
      ? []
      : [{ label: 'Who could see this member', to: `/audit/access?${new URLSearchParams({ on: sydneyDate(at) })}` }]),
  ];
  if (links.length === 0) return null;
  return (
    <Card aria-label="As it stood then" className="p-0! sm:p-0!">
      <div className="px-4 pb-3 pt-4 sm:px-5">
        <CardHead title="As it stood then" note={`${momentTime(at)}, right after this event`} />
      </div>
      <ul className="divide-y border-t text-base">
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-2 px-4 py-2 font-semibold text-brand hover:bg-hover sm:px-5"
            >
              <History size={16} aria-hidden className="shrink-0" />
              <span className="min-w-0 flex-1">{label}</span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What had been recorded of the member by then, this event included: a search ends before its last instant. */
const memberUntil = (memberId: string, at: string): string =>
  searchAddress({ memberId, to: new Date(Date.parse(at) + 1).toISOString() });

import type { MemberLooks } from '@superscope/contracts/member-overview';
import { Eye } from 'lucide-react';
import { Link } from 'react-router';
import { QueryStates } from '../../portal/records/query-states';
import { roleName, type Role } from '../../portal/user/user';
import { CardHead } from '../../ui/card';
import { date, dateTime, number } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { useMemberLooksQuery } from './member.api';

/** Who had data of the member in the last twelve months. Whoever reads it stands in it too. */
export function LookedTab({ memberId }: { memberId: string }) {
  const query = useMemberLooksQuery(memberId);
  return (
    <section aria-label="Who looked" className="card max-w-3xl overflow-hidden">
      <QueryStates query={query} what="The access log" className="min-h-56 p-5">
        {(looks) => <Looks of={looks} memberId={memberId} />}
      </QueryStates>
    </section>
  );
}

const Looks = ({
  of: { from, to, readUpTo, looks, users, people },
  memberId,
}: {
  of: MemberLooks;
  memberId: string;
}) => (
  <>
    <div className="px-5 py-4">
      <CardHead
        title="Who looked"
        note={`Since ${date(from)}${readUpTo === null ? '' : `, as far as the log has come: ${dateTime(readUpTo)}`}`}
      />
    </div>
    {people.length === 0 ? (
      <EmptyState icon={Eye} title="Nobody has looked before you" className="min-h-40" />
    ) : (
      <ul>
        {people.map(({ userId, name, role, at, times, actions }) => (
          <li key={userId ?? ''} className="flex items-start gap-3 border-t px-5 py-2.5 text-base">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {name ?? 'Without a user'}
              {role !== null && <span className="text-ink-3">, {roleName(role as Role)}</span>}
              <span className="block text-sm text-ink-3">
                {dateTime(at)}: {actions.join(', ')}
              </span>
            </span>
            <b className="tnum font-semibold" aria-label={`${times} times`}>
              {number(times)}
            </b>
          </li>
        ))}
      </ul>
    )}
    <p className="border-t px-5 py-3 text-base">
      <Link
        to={`/staff/onecentralActivity?${new URLSearchParams({ startDate: from, endDate: to, recordId: memberId })}`}
        className="font-semibold text-brand"
      >
        {number(looks)} {looks === 1 ? 'look' : 'looks'} by {number(users)} {users === 1 ? 'person' : 'people'}
      </Link>
    </p>
  </>
);

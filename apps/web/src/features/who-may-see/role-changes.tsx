import type { RoleChange } from '@superscope/contracts/role-changes';
import { UserCog } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '../../portal/api/base.api';
import { PagesByPlace, usePagesByPlace } from '../../portal/records/pages-by-place';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { roleName } from '../../portal/user/user';
import { momentTime } from '../../ui/format';
import { useRoleChangesQuery } from './who-may-see.api';

const columns: readonly RecordColumn<RoleChange>[] = [
  { head: 'User', cell: ({ name }) => name, leads: true, className: 'max-w-[260px] wrap-anywhere' },
  { head: 'From', cell: ({ from }) => (from === null ? 'Not known' : roleName(from)) },
  { head: 'To', cell: ({ to }) => roleName(to) },
  { head: 'By', cell: ({ by }) => by ?? 'Superscope itself', className: 'max-w-[260px] wrap-anywhere' },
  {
    head: 'Recorded',
    cell: ({ place, at, name }) => (
      <Link
        to={`/audit/events/${place}`}
        aria-label={`Event of ${momentTime(at)}: role of ${name}`}
        className="font-semibold text-brand hover:underline"
      >
        {momentTime(at)}
      </Link>
    ),
    className: 'whitespace-nowrap',
  },
];

/** Who changed whose role, from what to what, and the event that says so. */
export function RoleChanges() {
  const pages = usePagesByPlace();
  const { currentData: page, isError, error, refetch } = useRoleChangesQuery(pages.before);
  const next = page?.next ?? null;
  return (
    <div className="mt-6">
      <RecordTable
        label="Role changes"
        what="The changes of roles"
        query={{ isError, error, refetch }}
        errorNote={messageOf(error) ?? 'The accounts stay as they are.'}
        rows={page?.changes}
        columns={columns}
        idOf={({ place }) => place}
        head={
          <div className="border-b px-4 py-3 sm:px-5">
            <h2 className="text-md font-semibold">Role changes</h2>
            <p className="text-base text-ink-2">Who changed whose role, the newest first. Each leads to its event.</p>
          </div>
        }
        empty={{
          icon: UserCog,
          title: next === null ? 'No role was changed' : 'No role was changed here',
          children: next === null ? 'Every account has the role that it was registered with.' : 'Look further back.',
        }}
        foot={<PagesByPlace label="Role changes" pages={pages} next={next} />}
      />
    </div>
  );
}

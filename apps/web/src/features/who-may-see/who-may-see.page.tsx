import type { AccessRow } from '@superscope/contracts/access-on';
import { Download, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { RecordSection } from '../../portal/lists/record-section';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { ALL_ROLES, RoleField } from '../../portal/session/role-field';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { date, sydneyToday } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { AccessList } from './access-list';
import { useAccessOnQuery } from './who-may-see.api';

const SIZE = 20;
const FIRST_DAY = '1900-01-01';

export function WhoMaySeePage() {
  usePageTitle('Who may see what');
  const today = sydneyToday();
  const [on, setOn] = useState(today);
  const [typed, setTyped] = useState<string | null>(today);
  const [role, setRole] = useState(ALL_ROLES);
  const [page, setPage] = useState(0);
  const query = useAccessOnQuery(on);
  const { download, busy, failure } = useDownload();

  const choose = (day: string | null) => {
    setTyped(day);
    setPage(0);
    if (day !== null && day >= FIRST_DAY && day <= today) setOn(day);
  };
  const users = query.currentData?.users ?? [];
  const roles = [...new Set(users.map((user) => user.role))].sort();
  const found = users.filter((user) => role === ALL_ROLES || user.role === role);
  return (
    <>
      <PlainHeader
        title="Who may see what"
        note={
          on === today
            ? 'Accounts as they are now. Choose an earlier day to see them as they were at its end.'
            : `Accounts as they were at the end of ${date(on)}.`
        }
        right={
          <Button
            icon={Download}
            busy={busy}
            onClick={() =>
              void download({
                url: 'api/authentication/accessCsv',
                params: { on, ...(role === ALL_ROLES ? {} : { role }) },
              })
            }
          >
            Save as CSV
          </Button>
        }
      />
      <DownloadFailed what="The file" failure={failure} />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-48">
          <DateField label="Day" min={FIRST_DAY} max={today} value={typed} onChange={choose} />
        </div>
        <RoleField
          roles={roles}
          value={role}
          onChange={(value) => {
            setRole(value);
            setPage(0);
          }}
        />
      </div>
      <RecordSection
        label="Accounts"
        what="The accounts"
        query={{ ...query, data: query.currentData }}
        pages={{ page, size: SIZE, count: found.length, onChange: setPage }}
      >
        {() => <Found users={found.slice(page * SIZE, (page + 1) * SIZE)} none={users.length === 0} />}
      </RecordSection>
    </>
  );
}

const Found = ({ users, none }: { users: readonly AccessRow[]; none: boolean }) =>
  users.length > 0 ? (
    <AccessList users={users} />
  ) : (
    <EmptyState
      icon={UsersRound}
      title={none ? 'Nobody had an account' : 'Nobody had this role'}
      className="min-h-48 p-5"
    >
      Choose another day or role.
    </EmptyState>
  );

import { Download, UsersRound } from 'lucide-react';
import { isIsoDate } from '@superscope/contracts/sydney-time';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { RecordTable } from '../../portal/records/record-table';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { ALL_ROLES, RoleField } from '../../portal/user/role-field';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { date, sydneyToday } from '../../ui/format';
import { usePageTitle } from '../../ui/use-page-title';
import { accessColumns } from './access-columns';
import { RoleChanges } from './role-changes';
import { useAccessOnQuery } from './who-may-see.api';

const SIZE = 20;
const FIRST_DAY = '1900-01-01';

export function WhoMaySeePage() {
  usePageTitle('Who may see what');
  const today = sydneyToday();
  const [address] = useSearchParams();
  // A page about an event leads to its day.
  const given = address.get('on') ?? '';
  const first = isIsoDate(given) && given >= FIRST_DAY && given <= today ? given : today;
  const [on, setOn] = useState(first);
  const [typed, setTyped] = useState<string | null>(first);
  const [role, setRole] = useState(ALL_ROLES);
  const query = useAccessOnQuery(on);
  const { download, busy, failure } = useDownload();

  const choose = (day: string | null) => {
    setTyped(day);
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
      <RecordTable
        label="Accounts"
        what="The accounts"
        query={query}
        rows={query.currentData && found}
        columns={accessColumns}
        idOf={({ userId }) => userId}
        search={`${on} ${role}`}
        pages={SIZE}
        empty={{
          icon: UsersRound,
          title: users.length === 0 ? 'Nobody had an account' : 'Nobody had this role',
          children: 'Choose another day or role.',
        }}
        tools={
          <>
            <div className="w-full sm:w-48">
              <DateField label="Day" min={FIRST_DAY} max={today} value={typed} onChange={choose} />
            </div>
            <RoleField roles={roles} value={role} onChange={setRole} />
          </>
        }
      />
      <RoleChanges />
    </>
  );
}

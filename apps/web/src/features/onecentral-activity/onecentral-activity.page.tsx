import type { MemberOption } from '@superscope/contracts/member-events';
import type { Activity } from '@superscope/contracts/onecentral-activity';
import { Download, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../portal/api/base.api';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { keepsPlace } from '../../portal/scroll/keeps-place';
import { Button } from '../../ui/button';
import { date, sydneyToday } from '../../ui/format';
import { usePageTitle } from '../../ui/use-page-title';
import { WrongAddress } from '../../ui/wrong-address';
import { addressOf, filterOf, wrongDaysIn, type ActivityFilter } from './activity-address';
import { actionsOf, sessionColumns } from './session-columns';
import { ActivityForm } from './activity.form';
import { given, useActivityQuery } from './onecentral-activity.api';

/** Page size of the server. */
const SIZE = 10;

export function OnecentralActivityPage() {
  usePageTitle('OneCentral User Activity');
  const [params, setParams] = useSearchParams();
  const { page, ...searched } = filterOf(params, sydneyToday());
  const wrong = wrongDaysIn(params);
  const found = useActivityQuery({ ...searched, page }, { refetchOnMountOrArgChange: true, skip: wrong.length > 0 });
  const { currentData: data, isError, error, refetch } = found;
  const { download, busy, failure } = useDownload();
  const { draft, change, member, choose, settle } = useDraft(searched, data);
  const search = () => {
    const next = addressOf(draft);
    if (next.toString() === params.toString()) void refetch();
    else setParams(next, { state: keepsPlace });
    settle();
  };
  return (
    <>
      <PlainHeader
        title="OneCentral User Activity"
        note="Who signed in, whom they looked at, and what they took with them, by session: first the one with the newest action. Asking who looked at a member is noted as well."
        right={
          <Button
            icon={Download}
            busy={busy}
            disabled={wrong.length > 0}
            onClick={() => void download({ url: 'api/onecentral/accessCsv', params: given(searched) })}
          >
            Save as CSV
          </Button>
        }
      />
      {failure !== null && (
        <div className="mb-4">
          <DownloadFailed what="The file" failure={failure} />
        </div>
      )}
      {wrong.length > 0 && <WrongAddress given={wrong}>Give a date to search by.</WrongAddress>}
      <ActivityForm filter={draft} onChange={change} member={member} onMember={choose} onSearch={search} />
      {wrong.length === 0 && (
        <RecordTable
          label="Sessions"
          what="The activity"
          query={found}
          dimmed={found.isFetching}
          errorNote={messageOf(error) ?? undefined}
          rows={isError ? undefined : data?.sessions}
          columns={sessionColumns}
          idOf={({ sessionId }) => sessionId}
          search={addressOf(searched, page).toString()}
          opens={actionsOf}
          pages={{
            page: page - 1,
            size: SIZE,
            count: data?.total ?? 0,
            onChange: (next) => setParams(addressOf(searched, next + 1), { state: keepsPlace }),
          }}
          empty={{
            icon: SearchX,
            title: 'No activity found',
            children:
              data &&
              `Nothing like this was done from ${date(data.startDate)} to ${date(data.endDate)}. Choose other days or fewer conditions.`,
          }}
        />
      )}
    </>
  );
}

/**
 * The values of the form: the last search, with edits made since. A change of the address, such as by the browser's Back, discards the
 * edits.
 */
function useDraft(searched: ActivityFilter, data: Activity | undefined) {
  const address = addressOf(searched).toString();
  const [changed, setChanged] = useState<{ of: string; to: Partial<ActivityFilter> }>({ of: address, to: {} });
  const [known, setKnown] = useState<MemberOption | null>(null);
  const draft = { ...searched, ...(changed.of === address ? changed.to : {}) };
  const change = (to: Partial<ActivityFilter>) =>
    setChanged((before) => ({ of: address, to: { ...(before.of === address ? before.to : {}), ...to } }));
  const choose = (member: MemberOption | null) => {
    if (member !== null) setKnown(member);
    change({ recordId: member?.id ?? '' });
  };
  /** Starts the search by putting the form's values into the address. */
  const settle = () => setChanged({ of: '', to: {} });
  return { draft, change, settle, member: memberOf(draft.recordId, [known, data?.member ?? null]), choose };
}

function memberOf(id: string, known: readonly (MemberOption | null)[]): MemberOption | null {
  if (id === '') return null;
  const nameless = {
    surname: 'Member of the address',
    givenName: null,
    memberNumber: null,
    birthDate: null,
    login: null,
    companyName: null,
    joinDate: null,
    leftOn: null,
  };
  return known.find((member) => member?.id === id) ?? { id, ...nameless };
}

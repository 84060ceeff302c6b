import type { EventFilter, EventPage } from '@superscope/contracts/event-history';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '../../portal/api/base.api';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { PagesByPlace, usePagesByPlace } from '../../portal/records/pages-by-place';
import { RecordTable } from '../../portal/records/record-table';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Button } from '../../ui/button';
import { Toggle } from '../../ui/toggle';
import { usePageTitle } from '../../ui/use-page-title';
import { WrongAddress } from '../../ui/wrong-address';
import { useEventChoicesQuery, useRecordedEventsQuery } from './event-history.api';
import { searchAddress } from '../../portal/event-search';
import { filterIn, isEmpty, wrongInstantsIn } from './event-filter';
import { eventColumns } from './event-columns';
import { foundText } from './history-text';
import { FilterForm, type KnownNames } from './filter-form';

/** Every event of the log, searched by what the address says. */
export function EventHistoryPage() {
  usePageTitle('Event history');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [names, setNames] = useState<KnownNames>(new Map());
  const { currentData: choices } = useEventChoicesQuery();
  const filter = filterIn(search);
  const address = searchAddress(filter);
  const wrong = wrongInstantsIn(filter);
  return (
    <>
      <PlainHeader
        title="Event history"
        note="Everything that was ever recorded, the newest first: who did what, when, and what it changed."
      />
      <FilterForm
        key={`form ${address}`}
        filter={filter}
        names={names}
        choices={choices}
        onSearch={(wanted, known) => {
          setNames(known);
          void navigate(searchAddress(wanted));
        }}
      />
      {wrong.length > 0 ? (
        <WrongAddress given={wrong}>Give a time to search by, or leave it out.</WrongAddress>
      ) : (
        <Results key={address} filter={filter} users={choices?.users ?? []} />
      )}
    </>
  );
}

function Results({ filter, users }: { filter: EventFilter; users: { userId: string; name: string }[] }) {
  const navigate = useNavigate();
  const pages = usePagesByPlace();
  const { before } = pages;
  const first = useRecordedEventsQuery({ filter }, { refetchOnMountOrArgChange: true });
  const later = useRecordedEventsQuery({ filter, before: before ?? '' }, { skip: before === undefined });
  const { currentData: page, isError, error, refetch } = before === undefined ? first : later;
  const { download, busy, failure } = useDownload();
  const save = (format: 'csv' | 'jsonl') =>
    void download({ url: '/api/history/eventFile', params: { ...filter, format } });
  return (
    <RecordTable
      label="Events"
      what="The events"
      query={{ isError, error, refetch }}
      errorNote={messageOf(error) ?? 'What is searched for stays as it is.'}
      rows={page?.events}
      columns={eventColumns(users, filter)}
      idOf={({ place }) => place}
      empty={{
        icon: History,
        title: 'No event fits this search',
        children: isEmpty(filter) ? 'Nothing was recorded yet.' : 'Leave something out, or choose a longer time.',
      }}
      head={
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3 sm:px-5">
            <h2 className="text-md font-semibold">Events</h2>
            <p role="status" className="grow basis-44 whitespace-nowrap text-base text-ink-2">
              {totalText(first.currentData?.total ?? null)}
            </p>
            {filter.memberId !== undefined && (
              <Toggle
                small
                label="Hide bulk imports"
                selected={filter.imports === 'hidden'}
                onChange={(hidden) => {
                  const { imports: _shown, ...rest } = filter;
                  void navigate(searchAddress(hidden ? { ...rest, imports: 'hidden' } : rest));
                }}
                className="w-auto!"
              />
            )}
            <Button icon={Download} busy={busy} onClick={() => save('csv')}>
              Save as CSV
            </Button>
            <Button icon={Download} busy={busy} onClick={() => save('jsonl')}>
              Save as JSON lines
            </Button>
          </div>
          {failure !== null && (
            <div className="px-5 pt-3">
              <DownloadFailed what="The file" failure={failure} />
            </div>
          )}
        </>
      }
      foot={<PagesByPlace label="Events" pages={pages} next={page?.next ?? null} />}
    />
  );
}

function totalText(total: EventPage['total']): string {
  if (total === null) return '';
  const { count, isMore } = total;
  return foundText({ count, isMore });
}

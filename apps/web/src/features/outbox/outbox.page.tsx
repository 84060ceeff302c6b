import { Mail } from 'lucide-react';
import { useState } from 'react';
import { referenceOf } from '../../portal/api/base.api';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Pager } from '../../ui/pager';
import { Bone, EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { MailList } from './mail-list';
import { useOutboxQuery } from './outbox.api';

const SIZE = 20;
const EVERY_MS = 5_000;

export function OutboxPage() {
  usePageTitle('Outbox');
  const [page, setPage] = useState(0);
  const outbox = useOutboxQuery(
    { page: page + 1, size: SIZE },
    { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true },
  );
  const { data } = outbox;
  const note =
    data?.hasServer === false
      ? 'No mail server is set, so mails stay here. They are kept for 30 days.'
      : 'Mails of the last 30 days, and whether the mail server took them.';
  return (
    <>
      <PlainHeader title="Outbox" note={note} />
      <section aria-label="Outbox" className="card overflow-hidden">
        {data ? (
          data.mails.length > 0 ? (
            <MailList mails={data.mails} />
          ) : (
            <EmptyState icon={Mail} title="No mails" className="min-h-72 p-5">
              Codes, links to set a password and other mails are listed here once there are any.
            </EmptyState>
          )
        ) : outbox.isError ? (
          <ErrorState
            what="The outbox"
            note="It is asked for again by itself every few seconds."
            reference={referenceOf(outbox.error)}
            onRetry={() => void outbox.refetch()}
            className="min-h-72"
          />
        ) : (
          <Skeleton label="outbox" className="p-5">
            <div className="space-y-4">
              {[0, 1, 2, 3].map((i) => (
                <Bone key={i} className="h-8" />
              ))}
            </div>
          </Skeleton>
        )}
        {data && data.total > SIZE && (
          <Pager label="Outbox" page={page} size={SIZE} count={data.total} onChange={setPage} />
        )}
      </section>
    </>
  );
}

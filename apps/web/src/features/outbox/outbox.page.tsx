import { Mail } from 'lucide-react';
import { useState } from 'react';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { MessageBox } from '../../ui/message-box';
import { usePageTitle } from '../../ui/use-page-title';
import { mailColumns } from './mail-columns';
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
      {data?.mails.some(({ text }) => text !== null) && (
        <div className="mb-4">
          <MessageBox tone="attention" stays>
            This portal runs in demo mode, so the texts of mails can be read here, with the codes and links that open
            accounts. Outside demo mode no text is kept or shown, not even to developer operations.
          </MessageBox>
        </div>
      )}
      <RecordTable
        label="Outbox"
        what="The outbox"
        errorNote="It is asked for again by itself every few seconds."
        query={outbox}
        rows={data?.mails}
        columns={mailColumns}
        idOf={({ id }) => id}
        pages={{ page, size: SIZE, count: data?.total ?? 0, onChange: setPage }}
        empty={{
          icon: Mail,
          title: 'No mails',
          children: 'Codes, links to set a password and other mails are listed here once there are any.',
        }}
      />
    </>
  );
}

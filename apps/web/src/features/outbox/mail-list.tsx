import type { MailState, OutboxMail } from '@superscope/contracts/outbox';
import { dateTime } from '../../ui/format';
import { RecordList } from '../../ui/record-list';

const STATES: Record<MailState, string> = {
  kept: 'Kept here',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not taken by the mail server',
};

/** Mails as a table; on narrow screens as one card each. */
export const MailList = ({ mails }: { mails: readonly OutboxMail[] }) => (
  <RecordList
    label="Outbox"
    items={mails}
    idOf={({ id }) => id}
    columns={[
      { head: 'Time', cell: ({ at }) => dateTime(at), className: 'whitespace-nowrap text-ink-2' },
      { head: 'Recipient', cell: ({ to }) => to, className: 'max-w-[280px] break-words' },
      { head: 'Subject', cell: (mail) => <Subject mail={mail} />, className: 'max-w-[440px]' },
      { head: 'State', cell: ({ state }) => <State state={state} /> },
    ]}
    card={(mail) => (
      <>
        <Subject mail={mail} />
        <p className="mt-2 break-words">{mail.to}</p>
        <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-ink-2">
          <span>{dateTime(mail.at)}</span>
          <State state={mail.state} />
        </p>
      </>
    )}
  />
);

const State = ({ state }: { state: MailState }) => (
  <span className={state === 'failed' ? 'font-semibold text-danger' : 'text-ink-2'}>{STATES[state]}</span>
);

/** The api sends texts in demo mode only, and the list says so beside each. */
const Subject = ({ mail: { subject, text } }: { mail: OutboxMail }) =>
  text === null ? (
    <p className="break-words font-semibold">{subject}</p>
  ) : (
    <details>
      <summary className="cursor-pointer break-words font-semibold">
        {subject}
        <span className="ml-2 inline-block rounded-full bg-attention-soft px-2 text-sm font-semibold text-attention">
          Demo only
        </span>
      </summary>
      <p className="mt-2 whitespace-pre-wrap break-words text-ink-2">{text}</p>
    </details>
  );

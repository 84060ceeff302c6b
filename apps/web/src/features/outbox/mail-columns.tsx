import type { MailState, OutboxMail } from '@superscope/contracts/outbox';
import type { RecordColumn } from '../../portal/records/record-columns';
import { dateTime } from '../../ui/format';

const STATES: Record<MailState, string> = {
  kept: 'Kept here',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not taken by the mail server',
};

export const mailColumns: readonly RecordColumn<OutboxMail>[] = [
  { head: 'Time', cell: ({ at }) => dateTime(at), className: 'whitespace-nowrap text-ink-2' },
  { head: 'Recipient', cell: ({ to }) => to, className: 'max-w-[280px] break-words' },
  { head: 'Subject', leads: true, cell: (mail) => <Subject mail={mail} />, className: 'max-w-[440px]' },
  { head: 'State', cell: ({ state }) => <State state={state} /> },
];

function State({ state }: { state: MailState }) {
  return <span className={state === 'failed' ? 'font-semibold text-danger' : 'text-ink-2'}>{STATES[state]}</span>;
}

/** The api sends texts in demo mode only, and the list says so beside each. */
function Subject({ mail: { subject, text } }: { mail: OutboxMail }) {
  return text === null ? (
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
}

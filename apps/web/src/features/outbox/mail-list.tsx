import type { MailState, OutboxMail } from '@superscope/contracts/outbox';
import { dateTime } from '../../ui/format';

const STATES: Record<MailState, string> = {
  kept: 'Kept here',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Not taken by the mail server',
};

/** Mails as a table; on narrow screens as one card each. */
export const MailList = ({ mails }: { mails: readonly OutboxMail[] }) => (
  <>
    <div className="hidden overflow-x-auto lg:block" role="region" aria-label="Outbox: table" tabIndex={0}>
      <table className="w-full text-base">
        <thead>
          <tr className="border-b bg-sunken text-left text-sm text-ink-2">
            <th className="py-2 pl-5 font-semibold">Time</th>
            <th className="py-2 pl-4 font-semibold">Recipient</th>
            <th className="py-2 pl-4 font-semibold">Subject</th>
            <th className="py-2 pl-4 pr-5 font-semibold">State</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id} className="border-b align-top last:border-0">
              <td className="whitespace-nowrap py-3 pl-5 text-ink-2">{dateTime(mail.at)}</td>
              <td className="max-w-[280px] break-words py-3 pl-4">{mail.to}</td>
              <td className="max-w-[440px] py-3 pl-4">
                <Subject mail={mail} />
              </td>
              <td className="py-3 pl-4 pr-5">
                <State state={mail.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <ul className="lg:hidden">
      {mails.map((mail) => (
        <li key={mail.id} className="border-b px-4 py-4 text-base last:border-0">
          <Subject mail={mail} />
          <p className="mt-2 break-words">{mail.to}</p>
          <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-ink-2">
            <span>{dateTime(mail.at)}</span>
            <State state={mail.state} />
          </p>
        </li>
      ))}
    </ul>
  </>
);

const State = ({ state }: { state: MailState }) => (
  <span className={state === 'failed' ? 'font-semibold text-danger' : 'text-ink-2'}>{STATES[state]}</span>
);

const Subject = ({ mail: { subject, text } }: { mail: OutboxMail }) =>
  text === null ? (
    <p className="break-words font-semibold">{subject}</p>
  ) : (
    <details>
      <summary className="cursor-pointer break-words font-semibold">{subject}</summary>
      <p className="mt-2 whitespace-pre-wrap break-words text-ink-2">{text}</p>
    </details>
  );

import type { ReportContacts } from '@superscope/contracts/plan-report';
import { Mail, Phone } from 'lucide-react';
import { firstOfMonth, monthsBefore, quarterEndAfter, quarterEndBefore } from '../../../portal/period/period';
import { date } from '../../../ui/format';
import { Heading, Note } from '../kit/card';
import { useParties, type Parties } from '../parties';
import { reportPage, type PageProps } from '../report-page';
import { contactsSentence } from '../sentences/contacts-sentence';

type Contact = ReportContacts['providerContacts'][number];

/** Contacts that fit on the page with the consultants in boxes, and in all. */
const ROOMY = 8;
const MOST = 14;
/** Consultants that fit in boxes, and in rows. */
const MOST_IN_BOXES = 9;
const MOST_IN_ROWS = 6;

function Contacts({
  report: { plan, period },
  figures: { cover, manager, contacts, consultants },
}: PageProps<Parties>) {
  const shown = contacts.slice(0, MOST);
  const inRows = shown.length > ROOMY;
  const told = consultants.slice(0, inRows ? MOST_IN_ROWS : MOST_IN_BOXES);
  const provider = cover.providerName ?? cover.platformName;
  return (
    <>
      {manager !== null && <Manager of={manager} />}
      {(shown.length > 0 || inRows) && (
        <section aria-label="Contacts" className="flex flex-col gap-2">
          <Heading>At {provider}</Heading>
          <table className="pcr-table">
            <thead>
              <tr>
                <th>Name</th>
                <th className="!text-left">Email</th>
                <th>Phone</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ title, name, email, phone }, i) => (
                <Row key={`${i} ${name}`} name={name} title={title} email={email} phone={phone} />
              ))}
              {inRows &&
                told.map((name) => (
                  <Row key={name} name={name} title="Consultant of your plan" email={null} phone={null} />
                ))}
            </tbody>
          </table>
          <More rest={contacts.length - shown.length} what="contacts" />
        </section>
      )}
      {!inRows && told.length > 0 && (
        <section aria-label="Consultants" className="flex flex-col gap-2">
          <Heading>Consultants of your plan</Heading>
          <ul className="grid grid-cols-3 gap-[14px]">
            {told.map((name) => (
              <li key={name} className="pcr-card">
                <b className="truncate text-[14px] font-semibold">{name}</b>
                <span className="text-ink-2">Authorised representative</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {told.length > 0 && <More rest={consultants.length - told.length} what="consultants" />}
      <section aria-label="Dates to keep">
        <Heading>Dates to keep</Heading>
        <ul className="mt-2 grid grid-cols-4 gap-[14px]">
          {figureDates(period.end).map(({ quarterEnd, from }) => (
            <li key={from} className="border-t-[1.2px] border-brand pt-2">
              <b className="block font-semibold">from {date(from)}</b>
              <span className="text-ink-2">Figures of the quarter to {date(quarterEnd)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Note className="mt-auto" title="Not sure whom to ask?">
        Ask {manager === null ? provider : manager.name}, with the number of the page of this report and the name of{' '}
        {plan.shortName}.
      </Note>
    </>
  );
}

/** The next four quarters, and the first day on which their figures are published: the 8th of the month after. */
export function figureDates(end: string): { quarterEnd: string; from: string }[] {
  const dates: { quarterEnd: string; from: string }[] = [];
  for (let newest = quarterEndBefore(end); dates.length < QUARTERS; newest = dates.at(-1)!.quarterEnd) {
    const quarterEnd = quarterEndAfter(monthAfter(newest));
    dates.push({ quarterEnd, from: monthAfter(quarterEnd).replace(/01$/, '08') });
  }
  return dates;
}
const QUARTERS = 4;
/** Its first day. */
const monthAfter = (day: string) => monthsBefore(firstOfMonth(day), -1);

const Manager = ({ of: { name, title, email, phone } }: { of: Contact }) => (
  <section
    aria-label={title}
    className="rounded-md border-[0.5pt] bg-sunken px-6 py-5"
    style={{ borderColor: '#CBD3CD', borderLeft: '5px solid var(--brand)' }}
  >
    <p className="text-ink-2">{title}</p>
    <p className="mt-1 truncate text-[24px] font-[650] leading-8 tracking-[-0.015em]">{name}</p>
    {phone !== null && (
      <p className="mt-2 flex items-center gap-2 text-[14px]">
        <Phone size={15} className="text-brand" aria-hidden />
        {phone}
      </p>
    )}
    {email !== null && (
      <p className="mt-1 flex items-center gap-2 text-[14px]">
        <Mail size={15} className="text-brand" aria-hidden />
        <span className="truncate">{email}</span>
      </p>
    )}
  </section>
);

const Row = ({ name, title, email, phone }: Contact) => (
  <tr>
    <td className="max-w-[270px]">
      <b className="block truncate font-semibold">{name}</b>
      <span className="block truncate text-ink-2">{title}</span>
    </td>
    <td className="max-w-[260px] truncate !text-left">{email ?? '–'}</td>
    <td>{phone ?? '–'}</td>
  </tr>
);

const More = ({ rest, what }: { rest: number; what: string }) =>
  rest > 0 && (
    <p className="text-[12px] leading-[16px] text-ink-3">
      {rest} more {what} are not listed here.
    </p>
  );

export const contacts = reportPage<Parties>({
  id: 'contacts',
  number: '1',
  title: 'Contacts',
  useFigures: ({ plan, asked }) => useParties(plan, asked.companyId),
  isPublished: ({ manager, contacts: all, consultants }) => manager !== null || all.length + consultants.length > 0,
  sentence: ({ manager, contacts: all }) => contactsSentence(manager?.name ?? null, all),
  withoutFigures: true,
  Body: Contacts,
});

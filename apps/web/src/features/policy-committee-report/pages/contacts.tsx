import { isComplaints, isMembersLine, type ReportContacts } from '@superscope/contracts/plan-report';
import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { firstOfMonth, monthsBefore, quarterEndAfter, quarterEndBefore } from '../../../portal/period/period';
import type { FlowGroup, FlowPart, PartMark } from '../../../portal/report-paper/flowing';
import { date } from '../../../ui/format';
import { Heading, Note } from '../kit/card';
import { useParties, type Parties } from '../parties';
import type { Report } from '../report';
import { reportPage, type Flow } from '../report-page';
import { contactsSentence } from '../sentences/contacts-sentence';

type Contact = ReportContacts['providerContacts'][number];

/** From so many contacts on the consultants are rows among them instead of boxes. */
const ROOMY = 8;
const BOXES_IN_ROW = 3;
const TABLE = 'contacts';

function flow({ cover, manager, contacts: all, consultants }: Parties, { plan, period }: Report): Flow {
  const line = all.find((contact) => isMembersLine(contact) && contact.phone !== null) ?? null;
  const contacts = all.filter((contact) => contact !== line);
  const provider = cover.providerName ?? cover.platformName;
  const inRows = contacts.length > ROOMY;
  const rows = [...contacts, ...(inRows ? consultants.map(consultantRow) : [])];
  const boxes = inRows
    ? []
    : Array.from({ length: Math.ceil(consultants.length / BOXES_IN_ROW) }, (_, row) =>
        consultants.slice(row * BOXES_IN_ROW, (row + 1) * BOXES_IN_ROW),
      );
  return {
    groups: [
      ...(manager === null && line === null
        ? []
        : [
            alone('first', (mark) => (
              <div {...mark} className="grid grid-flow-col auto-cols-fr gap-[14px]">
                {manager !== null && <Manager of={manager} />}
                {line !== null && <MembersLine of={line} complaints={all.find(isComplaints)?.phone ?? null} />}
              </div>
            )),
          ]),
      {
        key: TABLE,
        parts: rows.map((contact, at) => ({
          key: String(at),
          draw: (mark) => <Row of={contact} mark={mark} />,
        })),
        around: ({ first, children }) => (
          <Table title={`At ${provider}${first > 0 ? ', continued' : ''}`}>{children}</Table>
        ),
      },
      {
        key: 'consultants',
        parts: boxes.map((names, at) => ({
          key: String(at),
          draw: (mark) => (
            <ul {...mark} className="grid grid-cols-3 gap-[14px]">
              {names.map((name) => (
                <li key={name} className="pcr-card">
                  <b className="text-[14px] font-semibold wrap-anywhere">{name}</b>
                  <span className="text-ink-2">Authorised representative</span>
                </li>
              ))}
            </ul>
          ),
        })),
        around: ({ first, children }) => (
          <section aria-label="Consultants" className="flex flex-col gap-2">
            <Heading>Consultants of your plan{first > 0 && ', continued'}</Heading>
            {children}
          </section>
        ),
      },
    ],
    lead: ({ at, runs }) => {
      if (at === 0) return contactsSentence(manager?.name ?? null, contacts);
      const run = runs.find(({ key }) => key === TABLE);
      return run === undefined
        ? 'Consultants who look after your plan.'
        : `Contacts ${run.first + 1} to ${run.last + 1} of ${rows.length}, in their order.`;
    },
    below: ({ at }) =>
      at === 0 && (
        <>
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
          <Note title="Not sure whom to ask?">
            Ask {manager === null ? provider : manager.name}, with the number of the page of this report and the name of{' '}
            {plan.shortName}.
          </Note>
        </>
      ),
  };
}

const consultantRow = (name: string): Contact => ({ name, title: 'Consultant of your plan', email: null, phone: null });

const alone = (key: string, draw: FlowPart['draw']): FlowGroup => ({
  key,
  parts: [{ key, draw }],
  around: ({ children }) => <div>{children}</div>,
});

const Table = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label="Contacts" className="flex flex-col gap-2">
    <Heading>{title}</Heading>
    <table className="pcr-table">
      <thead>
        <tr>
          <th>Name</th>
          <th className="!text-left">Email</th>
          <th>Phone</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

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
    <p className="mt-1 text-[24px] font-[650] leading-8 tracking-[-0.015em] wrap-anywhere">{name}</p>
    {phone !== null && (
      <p className="mt-2 flex items-center gap-2 text-[14px]">
        <Phone size={15} className="text-brand" aria-hidden />
        {phone}
      </p>
    )}
    {email !== null && (
      <p className="mt-1 flex items-center gap-2 text-[12.7px]">
        <Mail size={15} className="text-brand" aria-hidden />
        <Address of={email} />
      </p>
    )}
  </section>
);

/** An address that is too long for its line goes on with its domain. */
function Address({ of }: { of: string }) {
  const at = Math.max(0, of.lastIndexOf('@'));
  return (
    <span className="min-w-0 wrap-anywhere">
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </span>
  );
}

const MembersLine = ({ of: { phone, email }, complaints }: { of: Contact; complaints: string | null }) => (
  <section
    aria-label="Your members call"
    className="rounded-md border-[0.5pt] px-6 py-5"
    style={{ borderColor: '#CBD3CD' }}
  >
    <p className="font-semibold">Your members call</p>
    <p className="mt-1 text-[24px] font-[650] leading-8 tracking-[-0.015em]">{phone}</p>
    <p className="mt-1 text-ink-2 wrap-anywhere">
      {email === null ? 'for any question of their own.' : `or write to ${email}.`}
    </p>
    {complaints !== null && (
      <p className="mt-1 text-ink-2">
        <b className="font-semibold text-ink">Complaints</b> {complaints}, then the Australian Financial Complaints
        Authority.
      </p>
    )}
  </section>
);

const Row = ({ of: { name, title, email, phone }, mark }: { of: Contact; mark: PartMark }) => (
  <tr {...mark}>
    <td className="w-[270px] !whitespace-normal wrap-anywhere">
      <b className="block font-semibold">{name}</b>
      <span className="block text-ink-2">{title}</span>
    </td>
    <td className="w-[260px] !whitespace-normal !text-left wrap-anywhere">{email ?? '–'}</td>
    <td>{phone ?? '–'}</td>
  </tr>
);

export const contacts = reportPage<Parties>({
  id: 'contacts',
  number: '1',
  title: 'Contacts',
  useFigures: ({ plan, asked }) => useParties(plan, asked.companyId),
  isPublished: ({ manager, contacts: all, consultants }) => manager !== null || all.length + consultants.length > 0,
  withoutFigures: true,
  flow,
});

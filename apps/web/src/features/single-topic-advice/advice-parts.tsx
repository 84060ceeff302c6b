import { explanations } from '@superscope/contracts/explanations';
import type { AdvisedMember } from '@superscope/contracts/member-advice';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, dayOrToday, dollars } from '../../ui/format';

/** Whom the advice is about, and of when its figures are. */
export const MemberFacts = ({ of }: { of: AdvisedMember }) => (
  <section aria-label="Member" className="card overflow-hidden">
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 px-5 py-4 sm:grid-cols-4 print:grid-cols-4">
      <Fact name="Member number">{of.memberNumber}</Fact>
      <Fact name="Plan">{of.planName}</Fact>
      <Fact name="Age">{of.age ?? 'Not known'}</Fact>
      <Fact name="Figures of">{dayOrToday(of.asAt)}</Fact>
      <Fact name="Salary a year">{of.salary === null ? 'Not known' : dollars(of.salary)}</Fact>
      <Fact name="Balance">{of.balance === null ? 'Not known' : dollars(of.balance)}</Fact>
      <Fact name="Balance and cover of">{dayOrToday(of.balancesAsAt)}</Fact>
      {of.leftOn !== null && <Fact name="Left the plan">{date(of.leftOn)}</Fact>}
    </dl>
  </section>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-3">{name}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
);

/** The figures that the advice turns on. */
export const Metrics = ({ label, children, foot }: { label: string; children: ReactNode; foot?: ReactNode }) => (
  <section aria-label={label} className="card mt-4 overflow-hidden">
    <dl className="grid grid-cols-1 overflow-hidden sm:grid-cols-[repeat(auto-fit,minmax(0,1fr))] print:grid-cols-[repeat(auto-fit,minmax(0,1fr))] *:-ml-px *:-mt-px *:border-l *:border-t">
      {children}
    </dl>
    {foot}
  </section>
);

interface MetricProps {
  label: string;
  value: string;
  tone?: string | undefined;
  children: ReactNode;
}
export const Metric = ({ label, value, tone, children }: MetricProps) => (
  <div className="min-w-0 px-5 py-4">
    <dt className="text-sm font-semibold text-ink-2">{label}</dt>
    <dd>
      <span className={cx('metric mt-1 block', tone)}>{value}</span>
      <span className="block text-sm text-ink-2">{children}</span>
    </dd>
  </div>
);

interface PartProps {
  title: string;
  note?: string;
  /** Reaches to the card's edges, as tables do. */
  wide?: boolean;
  children: ReactNode;
}
export const Part = ({ title, note, wide = false, children }: PartProps) => (
  <section aria-label={title} className="card mt-4 overflow-hidden">
    <div className="px-5 pb-3 pt-4">
      <CardHead title={title} note={note} />
    </div>
    {wide ? children : <div className="px-5 pb-4 text-base">{children}</div>}
  </section>
);

export const Head = ({ first = false, children }: { first?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={cx('py-2 font-semibold text-ink-2', first ? 'pl-5 text-left' : 'px-2 text-right last:pr-5 sm:px-3')}
  >
    {children}
  </th>
);

export const Cell = ({ children }: { children?: ReactNode }) => (
  <td className="px-2 py-2 text-right align-top last:pr-5 sm:px-3">{children}</td>
);

export const Row = ({ name, children, marked = false }: { name: ReactNode; children: ReactNode; marked?: boolean }) => (
  <tr className={cx('border-t', marked && 'bg-brand-soft font-semibold')}>
    <th scope="row" className={cx('py-2 pl-5 text-left', marked ? 'font-semibold' : 'font-normal')}>
      {name}
    </th>
    {children}
  </tr>
);

/** The rules of the score that the advice is measured by, in the words of 'How this is calculated'. */
export const Rules = ({ ids, children }: { ids: readonly string[]; children?: ReactNode }) => (
  <Part title="What the rules say" wide={children !== undefined}>
    <dl className={cx('flex flex-col gap-3', children !== undefined && 'px-5 pb-4 text-base')}>
      {explanations
        .filter(({ id }) => ids.includes(id))
        .map(({ id, title, rule }) => (
          <div key={id}>
            <dt className="font-semibold">{title}</dt>
            <dd className="text-ink-2">{rule}</dd>
          </div>
        ))}
    </dl>
    {children}
  </Part>
);

/** What has to be said of any figure that stands beside a member's name. */
export const GeneralInformation = ({ asAt, children }: { asAt: string; children: string }) => (
  <p className="mt-4 flex items-start gap-2 text-sm text-ink-2">
    <Info size={16} className="mt-px shrink-0" aria-hidden />
    <span>
      General information, not personal advice: it looks at the figures of {dayOrToday(asAt)} and at the rules above,
      not at the member’s objectives, financial situation or needs. {children} Before a decision, the member should read
      the Product Disclosure Statement and may ask a licensed adviser. For the member and the fund, not for the
      employer.
    </span>
  </p>
);

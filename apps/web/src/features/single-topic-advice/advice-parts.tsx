import { explanations } from '@superscope/contracts/explanations';
import type { AdvisedMember } from '@superscope/contracts/member-advice';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Part } from '../../portal/calculator/result-parts';
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

/** The rules of the score that the advice is measured by, in the words of 'How this is calculated'. */
export const Rules = ({ ids, children }: { ids: readonly string[]; children?: ReactNode }) => (
  <Part title="What the rules say">
    <dl className="flex flex-col gap-3 px-5 pb-4 text-base">
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

import type { EarlierQuotation } from '@superscope/contracts/insurance-calculation';
import type { MemberOverview } from '@superscope/contracts/member-overview';
import { ShieldQuestionMark } from 'lucide-react';
import { CoverNow } from '../../portal/insurance/cover-now';
import { quotedText } from '../../portal/insurance/insurance-text';
import { useInsuredMemberQuery } from '../../portal/insurance/insured-member.api';
import { QueryStates } from '../../portal/records/query-states';
import { CardHead } from '../../ui/card';
import { date, money } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { LinkButton } from '../../ui/link-button';

/** What the member is insured for now, with its premiums, and what was quoted before. */
export function CoverTab({ member }: { member: MemberOverview }) {
  const query = useInsuredMemberQuery(member.id);
  return (
    <QueryStates query={query} what="The cover" className="min-h-56">
      {(insured) => (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <CoverNow of={insured} className="" />
          <section aria-label="Quoted before" className="card overflow-hidden">
            <Quoted of={insured.quotedBefore} member={member} />
          </section>
        </div>
      )}
    </QueryStates>
  );
}

const Quoted = ({ of, member }: { of: readonly EarlierQuotation[]; member: MemberOverview }) => (
  <>
    <div className="px-5 py-4">
      <CardHead
        title="Quoted before"
        note="The ten newest in this plan"
        stacks
        right={
          member.leftOn === null && (
            <LinkButton
              icon={ShieldQuestionMark}
              to={`/staff/insuranceCalculation?member=${encodeURIComponent(member.id)}`}
            >
              New quotation
            </LinkButton>
          )
        }
      />
    </div>
    {of.length === 0 ? (
      <EmptyState icon={ShieldQuestionMark} title="Nothing was quoted yet" className="min-h-40" />
    ) : (
      <ul>
        {of.map((quotation) => (
          <li key={quotation.at} className="flex items-start gap-3 border-t px-5 py-2.5 text-base">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {quotedText(quotation)}
              <span className="block text-sm text-ink-3">
                {date(quotation.at)}, calculated at {date(quotation.calculationDate)}
              </span>
            </span>
            <b className="tnum whitespace-nowrap font-semibold">{money(quotation.monthlyPremiumTotal)} a month</b>
          </li>
        ))}
      </ul>
    )}
  </>
);

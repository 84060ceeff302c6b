import type { MemberOverview } from '@superscope/contracts/member-overview';
import { ArrowLeft, Check, FileText, Link2, Plus, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { fullName } from '../../portal/members/member-text';
import { may } from '../../portal/user/user';
import { useStoreState } from '../../portal/state';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { date } from '../../ui/format';
import { useCopied } from '../../ui/use-copied';
import { LinkButton } from '../../ui/link-button';
import { memberPath } from '../../portal/members/member-path';

/** Who the page is about, what can be done, and whom they are not to be confused with. It stays in sight while the page scrolls. */
export function MemberHead({ member }: { member: MemberOverview }) {
  const user = useStoreState(({ session }) => session.user);
  const [copied, copy] = useCopied();
  const address = `${window.location.origin}${memberPath(member.id)}`;
  const { memberNumber, birthDate, companyName, joinDate, leftOn, erased, age } = member;
  const since = joinDate === null ? null : `joined ${date(joinDate)}`;
  return (
    <>
      <Link to="/staff/members" className="inline-flex min-h-6 items-center gap-1.5 text-base font-semibold text-brand">
        <ArrowLeft size={15} aria-hidden />
        Members
      </Link>
      {/* On phones only who it is stays in sight: with what can be done it would take a third of the screen. */}
      <div className="contents lg:sticky lg:top-0 lg:z-20 lg:-mx-4 lg:mb-3 lg:flex lg:items-end lg:gap-3 lg:bg-canvas lg:px-4 lg:pb-2 lg:pt-1">
        <div className="sticky top-0 z-20 -mx-4 min-w-0 flex-1 bg-canvas px-4 pb-2 pt-1 lg:static lg:mx-0 lg:p-0">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[26px] font-[650] leading-8 tracking-[-0.015em] wrap-anywhere">
            {erased ? 'Erased member' : fullName(member)}
            {leftOn !== null && (
              <span className="inline-flex items-center gap-1.5 rounded-full bg-wattle-soft px-2.5 py-0.5 text-sm font-semibold tracking-normal text-wattle-ink">
                <TriangleAlert size={14} aria-hidden />
                Left on {date(leftOn)}
              </span>
            )}
          </h1>
          <ul className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-md text-ink-2">
            {memberNumber !== null && (
              <li>
                Number <b className="tnum font-semibold text-ink">{memberNumber}</b>
                <CopyButton text={memberNumber} label="Copy the member number" done="The member number is copied" />
              </li>
            )}
            {birthDate !== null && (
              <li>
                Born <b className="tnum font-semibold text-ink">{date(birthDate)}</b>
                {age !== null && `, ${age}`}
              </li>
            )}
            {companyName !== null && <li className="font-semibold text-ink">{companyName}</li>}
          </ul>
        </div>
        {!erased && (
          <div className="mb-3 mt-1 flex flex-wrap gap-2 lg:my-0 print:hidden">
            <Button icon={copied === address ? Check : Link2} onClick={() => copy(address)}>
              {copied === address ? 'Address copied' : 'Copy address'}
            </Button>
            {leftOn === null && may(user, 'consultations.file') && (
              <LinkButton icon={FileText} to={`/staff/consultation?member=${encodeURIComponent(member.id)}`}>
                Consultation
              </LinkButton>
            )}
            {may(user, 'member-events.write') && (
              <LinkButton icon={Plus} kind="primary" to={`/staff/memberEvents?member=${encodeURIComponent(member.id)}`}>
                Record event
              </LinkButton>
            )}
          </div>
        )}
      </div>
      <p className="mb-3 text-base text-ink-3 lg:-mt-2">
        {[member.plan.name, member.platform.name, since].filter(Boolean).join(' · ')}
      </p>
      {erased && (
        <p className="mb-4 text-base text-ink-2">
          This member was erased. What was done with them is left, without who they were.
        </p>
      )}
      {leftOn !== null && !erased && (
        <p className="mb-4 text-base text-ink-2">
          Left on {date(leftOn)}: history can be read; quotations, comparisons and advice are for members.
        </p>
      )}
      {member.sameName.length > 0 && <SameName of={member.sameName} />}
    </>
  );
}

const SameName = ({ of }: { of: MemberOverview['sameName'] }) => (
  <div className="mb-4 flex gap-2.5 rounded-md border border-attention/40 bg-attention-soft px-3.5 py-2.5 text-base">
    <TriangleAlert size={17} className="mt-0.5 shrink-0 text-attention" aria-hidden />
    <ul aria-label="Others of that name at this employer" className="min-w-0 space-y-1">
      {of.map((other, i) => (
        <li key={other.id} className="wrap-anywhere">
          {i === 0 ? 'Not to be confused with ' : 'nor with '}
          <b className="font-semibold">{fullName(other)}</b>
          {[
            other.memberNumber,
            other.birthDate && `born ${date(other.birthDate)}`,
            'same employer',
            other.leftOn && `left on ${date(other.leftOn)}`,
          ]
            .filter(Boolean)
            .map((said) => `, ${said}`)}
          .{' '}
          <Link to={memberPath(other.id)} className="font-semibold text-brand">
            Open that page<span className="sr-only"> of {other.memberNumber}</span>
          </Link>
        </li>
      ))}
    </ul>
  </div>
);

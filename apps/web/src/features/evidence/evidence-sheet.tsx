import type { AsOfEvidence } from '@superscope/contracts/as-of-evidence';
import { cx } from '../../ui/class-names';
import { date, dateTime, momentTime, number } from '../../ui/format';
import { Logo } from '../../ui/logo';
import '../../portal/page-file/page-sheet.css';
import { employerLetters, exactLetters } from './causes';
import { EmployerProof } from './employer-proof';
import './evidence.css';
import { ExactProof, took } from './exact-proof';
import { Facts } from './facts';
import { FiguresRead } from './figures-read';

/** The content of the document, from its requester to the instructions for checking it. */
export function EvidenceSheet({ evidence }: { evidence: AsOfEvidence }) {
  const { view, askedBy, madeAt, audience, figures } = evidence;
  const isExact = audience === 'staff';
  const lettersOf =
    evidence.audience === 'staff' ? exactLetters(evidence.differences).lettersOf : employerLetters(evidence.causes);
  return (
    <article className={cx('page-sheet evidence paper', isExact && 'evidence-exact')} aria-label="Evidence">
      <header className="flex items-center gap-3 border-b-2 border-brand pb-3">
        <Logo size={28} />
        <div className="min-w-0 flex-1">
          <h1 className="text-xl font-semibold">Evidence: a plan as it stood</h1>
          <p className="text-ink-2 wrap-anywhere">{view.planName}</p>
        </div>
        <p className="shrink-0 text-right font-semibold">{isExact ? 'Exact figures, staff only' : 'Employer’s view'}</p>
      </header>
      <WhatWasRead evidence={evidence} />
      {figures !== null && (
        <section>
          <h2>Figures of {lastDay(figures.month)}</h2>
          <p>
            {isExact
              ? 'Exact, from the records. A share stands with the number of its members, and is of all members unless its line says otherwise.'
              : 'As published: adjusted to protect members. A share stands with the number of its members, and is of all members unless its line says otherwise; ‘<11’ is fewer than about 11, even none.'}
          </p>
          <FiguresRead figures={figures} audience={audience} lettersOf={lettersOf} />
        </section>
      )}
      <Facts
        rows={[
          ['Plan', `${view.planName} (${view.planId})`],
          ['As it stood on', `${momentTime(view.moment)}, Sydney time (${view.moment})`],
          ['View made', viewMade(evidence)],
          ['Document made', dateTime(madeAt)],
          ['Asked for by', askedBy.role === '' ? askedBy.name : `${askedBy.name}, ${askedBy.role}`],
          ...(evidence.audience === 'staff' ? [['Member-months', number(evidence.view.rows)] as const] : []),
        ]}
      />
      {evidence.audience === 'staff' ? <ExactProof evidence={evidence} /> : <EmployerProof evidence={evidence} />}
      <HowToVerify view={view} isExact={isExact} />
    </article>
  );
}

const viewMade = ({ audience, view }: AsOfEvidence): string => {
  if (view.endedAt === null) return 'Not known';
  return audience === 'staff' ? `${dateTime(view.endedAt)}, ${took(view.tookMs)}` : dateTime(view.endedAt);
};

/** Which figures those were, and from which events. */
const WhatWasRead = ({ evidence: { view, audience, figures } }: { evidence: AsOfEvidence }) => (
  <p className="mt-3">
    {figures === null ? (
      <>No month of this plan was closed by {momentTime(view.moment)}, so nobody read figures of it. </>
    ) : (
      <>
        At that moment {audience === 'staff' ? 'staff' : 'an employer of this plan'} read the{' '}
        <b>figures of {lastDay(figures.month)}</b>, the newest month closed by then, from all that was{' '}
        <b>recorded by {momentTime(view.moment)}</b>.{' '}
      </>
    )}
    ‘Figures of’ is the day that figures describe. ‘Recorded by’ is when Superscope had learnt what they are made from:
    what was recorded later is not in them, even if it happened before.
  </p>
);

const lastDay = (month: string): string => {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return date(`${month}-${new Date(Date.UTC(year, of, 0)).getUTCDate()}`);
};

/** The page's date field holds whole minutes, but the address holds the exact moment. */
const addressOf = (plan: string, moment: string) =>
  `/audit/as-it-stood?${new URLSearchParams({ plan, moment }).toString().replaceAll('%3A', ':')}`;

const HowToVerify = ({
  view: { planId, moment },
  isExact,
}: {
  view: Pick<AsOfEvidence['view'], 'planId' | 'moment'>;
  isExact: boolean;
}) => (
  <section className="evidence-whole">
    <h2>How to verify</h2>
    <ol className="list-decimal space-y-1 pl-5">
      <li>
        Open the portal at {addressOf(planId, moment)}, which is As it stood, under Audit, with this plan and moment,
        and press Show as it stood.
      </li>
      <li>
        Press Prove it. {isExact ? 'Events, position and digests' : 'Position and digest'} have to be those of this
        document.
      </li>
      <li>
        A table’s digest is the sum of its rows’ 64-bit hashes, so no order changes it. The digest of all is the SHA-256
        of the lines “table rows digest”, sorted, each ended by a line feed.
      </li>
      <li>
        A restored event store may have other positions; {isExact ? 'events and digests stay' : 'the digest stays'}.
      </li>
    </ol>
  </section>
);

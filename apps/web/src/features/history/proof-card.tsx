import type { AsOfProof, AsOfView, KeptComparison } from '@superscope/contracts/as-of-views';
import { Check, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Failure } from '../../portal/api/failure';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { dateTime, number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { useAskProofMutation, useLeaveProofMutation } from './history.api';
import { Progress } from './progress';
import { ProofDifferences } from './proof-differences';
import { SumLine } from './sum-line';
import { Heading } from '../../ui/heading';

/** The replay that proves a view: the offer, its progress, or its result. */
export function ProofCard({ view }: { view: AsOfView }) {
  const [ask, { isLoading, error }] = useAskProofMutation();
  const { proof } = view;
  const state = proof?.state ?? null;
  const again = (
    <Button busy={isLoading} onClick={() => void ask(view.id)}>
      {state === null ? 'Prove it' : 'Prove it again'}
    </Button>
  );
  return (
    <Card
      aria-label="Proof"
      className={cx('mt-4', state === 'equal' && 'border-brand-line bg-good-soft')}
      aria-live="polite"
    >
      <Failure error={error} otherwise="The proof could not be asked for. Please try again." className="mb-4" />
      {proof === null ? (
        <Offer>{again}</Offer>
      ) : proof.state === 'waiting' || proof.state === 'running' ? (
        <Running viewId={view.id} proof={proof} />
      ) : proof.state === 'failed' ? (
        <>
          <MessageBox tone="danger">{proof.problem ?? 'The proof could not be made. Please try again.'}</MessageBox>
          <div className="mt-3">{again}</div>
        </>
      ) : proof.state === 'cancelled' ? (
        <div className="flex flex-wrap items-center gap-4">
          <p className="flex-1 text-base text-ink-2">The proof was cancelled.</p>
          {again}
        </div>
      ) : (
        <>
          <Found view={view} proof={proof} />
          <div className="mt-4 pl-8">{again}</div>
        </>
      )}
    </Card>
  );
}

const Offer = ({ children }: { children: React.ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
    <div className="min-w-0 flex-1 basis-72">
      <Heading className="text-md font-semibold leading-5">Not proved yet</Heading>
      <p className="mt-1 text-base text-ink-2">
        A proof replays every event of the plan from the first one up to the moment, and compares each row with this
        view.
      </p>
    </div>
    {children}
  </div>
);

const STEPS = {
  replaying: 'Replaying events',
  deriving: 'Deriving the figures',
  summing: 'Taking digests',
  comparing: 'Comparing row by row',
};

function Running({ viewId, proof }: { viewId: string; proof: AsOfProof }) {
  const [leave, { isLoading }] = useLeaveProofMutation();
  const { phase, done, total, streams, ahead } = proof;
  const counted = {
    replaying: `: ${number(done)}${total > 0 ? ` of ${number(total)}` : ''}, ${number(streams)} streams`,
    deriving: total > 0 ? `: ${number(done)} of ${number(total)} rows` : '',
    summing: '',
    comparing: `: ${number(done)} of ${number(total)} tables`,
  };
  const text =
    proof.state === 'waiting'
      ? ahead === 0
        ? 'Starting'
        : `Waiting for ${number(ahead)} before it`
      : phase === null
        ? 'Starting'
        : STEPS[phase] + counted[phase];
  return (
    <>
      <Heading className="text-md font-semibold leading-5">Proving it</Heading>
      <Progress
        text={text}
        part={phase !== null && phase !== 'summing' && total > 0 ? done / total : null}
        busy={isLoading}
        cancelLabel="Cancel the proof"
        onCancel={() => void leave(viewId)}
      />
    </>
  );
}

function Found({ view, proof }: { view: AsOfView; proof: AsOfProof }) {
  const { sum, tookMs, endedAt, streams, differing, late = 0 } = proof;
  const isEqual = proof.state === 'equal';
  const Icon = isEqual ? ShieldCheck : ShieldAlert;
  return (
    <div className="flex items-start gap-3">
      <Icon size={20} className={cx('mt-0.5 shrink-0', isEqual ? 'text-good' : 'text-danger')} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-md" role={isEqual ? 'status' : 'alert'}>
          {isEqual ? (
            <>
              <strong className="font-semibold">Proved.</strong> Rebuilt from events alone; every row equals the view’s.
            </>
          ) : (
            <>
              <strong className="font-semibold">Not the same.</strong> {number(differing)}{' '}
              {differing === 1 ? 'row differs' : 'rows differ'} from what the events say.
            </>
          )}
        </p>
        {sum !== null && <SumLine sum={sum} tookMs={tookMs} />}
        <Heading lower={1} className="mt-4 text-base font-semibold">
          How it was proved
        </Heading>
        <ul className="mt-1.5 space-y-1.5 text-base">
          {sum !== null && (
            <Step good>
              {number(sum.events)} events of {number(streams)} streams read from the first one on
              {endedAt !== null && `; done ${dateTime(endedAt)}`}
            </Step>
          )}
          {late > 0 && <Step>{lateText(late)} after this view was made, and count in neither</Step>}
          <Kept kept={proof.kept ?? view.kept} />
          <Step good={isEqual}>
            {isEqual
              ? `${number(sum?.models.length ?? 0)} tables compared row by row, the same to the cent`
              : `${number(sum?.models.length ?? 0)} tables compared row by row`}
          </Step>
        </ul>
        {!isEqual && <ProofDifferences proof={proof} />}
      </div>
    </div>
  );
}

/** Events that name an instant up to the moment, but were appended later: as an import that was still running. */
const lateText = (late: number) =>
  `${number(late)} ${late === 1 ? 'event of that moment was' : 'events of that moment were'} recorded`;

/** How it compares with the digest that a nightly run kept. */
export const Kept = ({ kept }: { kept: KeptComparison | null }) =>
  kept === null ? (
    <Step>No nightly digest was kept of what was known then</Step>
  ) : (kept.late ?? 0) > 0 ? (
    <Step>
      Not compared with the digest kept on {dateTime(kept.keptAt)}: {lateText(kept.late!)} after that
    </Step>
  ) : kept.isEqual ? (
    <Step good>Digest equals the one kept on {dateTime(kept.keptAt)}</Step>
  ) : (
    <Step good={false}>
      The digest kept on {dateTime(kept.keptAt)} is another one: {kept.models.join(', ')}
    </Step>
  );

const Step = ({ good, children }: { good?: boolean; children: React.ReactNode }) => {
  const Icon = good === false ? TriangleAlert : Check;
  const tone = good === undefined ? 'text-ink-3' : good ? 'text-good' : 'text-danger';
  return (
    <li className="flex items-start gap-2">
      <Icon size={17} className={cx('mt-0.5 shrink-0', good === undefined ? 'invisible' : tone)} aria-hidden />
      <span className={cx('min-w-0', good === undefined && 'text-ink-2')}>{children}</span>
    </li>
  );
};

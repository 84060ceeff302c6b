import type { AsOfView } from '@superscope/contracts/as-of-views';
import { FileText } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { enterAsOf } from '../../portal/as-of/enter-as-of';
import { makingText } from '../../portal/as-of/making-text';
import { searchAddress } from '../../portal/event-search';
import { useMay } from '../../portal/user/use-may';
import { useStoreDispatch } from '../../portal/state';
import { MadeFileButton } from '../../portal/work/made-file-button';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { dateTime, momentTime, number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Bone, Skeleton } from '../../ui/states';
import { useAsOfViewQuery, useLeaveAsOfViewMutation } from './history.api';
import { DifferencesCard } from './differences-card';
import { EvidenceButton } from './evidence-button';
import { Progress } from './progress';
import { Kept, ProofCard } from './proof-card';
import { SumLine } from './sum-line';

const LOOK_EVERY_MS = 500;

/** One view: its progress, and its actions once it is ready. */
export function ViewCard({ viewId }: { viewId: string }) {
  const { currentData: view, isError, error, refetch } = useAsOfViewQuery(viewId);
  const unfinished = view?.state === 'waiting' || view?.state === 'running';
  const proving = view?.proof?.state === 'waiting' || view?.proof?.state === 'running';
  useEffect(() => {
    if (!unfinished && !proving) return;
    const timer = setInterval(() => void refetch(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [unfinished, proving, refetch]);
  if (isError && view === undefined)
    return (
      <Card className="mt-4 grid min-h-40">
        <NotLoaded what="The view" error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (view === undefined)
    return (
      <Card className="mt-4">
        <Skeleton label="the view">
          <Bone className="h-16" />
        </Skeleton>
      </Card>
    );
  return (
    <>
      <Card aria-label="View" className="mt-4">
        <CardHead title={`${view.planName}, as it stood on ${momentTime(view.moment)}`} note={noteOf(view)} />
        {unfinished ? <Making view={view} /> : <Made view={view} />}
      </Card>
      {view.state === 'ready' && <ProofCard view={view} />}
      {view.state === 'ready' && <DifferencesCard key={view.id} view={view} />}
    </>
  );
}

const noteOf = ({ others }: AsOfView) =>
  others === 0 ? 'Sydney time' : `Sydney time. ${others} other${others === 1 ? '' : 's'} asked for the same.`;

function Making({ view }: { view: AsOfView }) {
  const [leave, { isLoading }] = useLeaveAsOfViewMutation();
  const { text, part } = makingText(view);
  return <Progress text={text} part={part} busy={isLoading} onCancel={() => void leave(view.id)} />;
}

function Made({ view }: { view: AsOfView }) {
  const dispatch = useStoreDispatch();
  const mayExact = useMay('figures.exact');
  if (view.state === 'cancelled')
    return <p className="mt-3 text-base text-ink-2">Cancelled. It can be asked for again.</p>;
  if (view.state === 'failed')
    return (
      <div className="mt-3">
        <MessageBox tone="danger">{view.problem ?? 'The view could not be made. Please try again.'}</MessageBox>
      </div>
    );
  const { id: viewId, planId, planName, moment, rows, tookMs, keptUntil, sum } = view;
  const held = sum === null ? {} : { position: sum.position, digest: sum.digest };
  const open = (path: string) => dispatch(enterAsOf({ viewId, planId, planName, moment, ...held }, path));
  return (
    <>
      <p className="mt-3 text-base text-ink-2">
        {rows === 0 ? 'No figures were known then' : `${number(rows)} member-months`}
        {keptUntil !== null && `. Kept until ${dateTime(keptUntil)}, and longer if somebody opens it before then.`}
      </p>
      {view.sum !== null && <SumLine sum={view.sum} tookMs={tookMs} />}
      {view.kept !== null && view.proof?.sum == null && (
        <ul className="mt-2 text-base">
          <Kept kept={view.kept} />
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="primary" onClick={() => open('/dashboard')}>
          Open the dashboard
        </Button>
        <Button onClick={() => open('/super/superscore')}>Plan SuperScore</Button>
        <Button onClick={() => open('/super/analytics')}>Analytics</Button>
        <Link to={searchAddress({ planId, to: justAfter(moment) })} className={LINK}>
          Events
        </Link>
        <EvidenceButton viewId={viewId} />
        {mayExact && <EvidenceButton viewId={viewId} exact />}
        <MadeFileButton
          asked={{ kind: 'reportAsItStood', viewId }}
          what="The report"
          icon={FileText}
          className="basis-full empty:hidden"
        >
          Report of this moment, PDF
        </MadeFileButton>
      </div>
    </>
  );
}

/** The event history's upper bound is exclusive. */
const justAfter = (moment: string) => new Date(Date.parse(moment) + 1).toISOString();

const LINK =
  'settle inline-flex h-9 items-center rounded-md border border-line-strong bg-surface px-3.5 text-base font-semibold hover:bg-hover pointer-coarse:h-11';

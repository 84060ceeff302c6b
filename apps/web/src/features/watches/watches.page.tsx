import type { OwnWatches } from '@superscope/contracts/watches';
import { FolderSearch } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Failure } from '../../portal/api/failure';
import { QueryStates } from '../../portal/records/query-states';
import { OutOfReach } from '../../portal/figure-page/page-states';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { PlanPicker } from '../../portal/plan/plan-picker';
import { usePlan } from '../../portal/plan/use-plan';
import { Card, CardHead, Section } from '../../ui/card';
import { MessageBox } from '../../ui/message-box';
import { Bone, EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { HelpedSwitch } from '../../ui/switch';
import { usePageTitle } from '../../ui/use-page-title';
import { WatchForm } from './watch.form';
import { WatchList } from './watch-list';
import { useRemoveWatchMutation, useSetWatchMutation, useWatchesQuery } from './watches.api';

export function WatchesPage() {
  usePageTitle('My watches');
  const watches = useWatchesQuery();
  const { data } = watches;
  return (
    <>
      <PlainHeader
        title="My watches"
        note="A mail tells you when a published figure crosses your value, or when a month closes. It has a link, and no figures in it."
      />
      {data?.canBeMailed === false && (
        <div className="mb-4">
          <MessageBox tone="attention" stays>
            Your account has no e-mail address, so nothing can be mailed to you.
          </MessageBox>
        </div>
      )}
      <NewWatch watches={data?.watches} />
      <Section id="watched" title="What you watch">
        <div className="card overflow-hidden">
          <QueryStates query={watches} what="What you watch" className="min-h-48 p-5">
            {(own) => <WatchList watches={own.watches} />}
          </QueryStates>
        </div>
      </Section>
    </>
  );
}

/** The form for the plan that the address names, or that was chosen in this tab. */
function NewWatch({ watches }: { watches: OwnWatches['watches'] | undefined }) {
  const [search] = useSearchParams();
  const metric = search.get('metric');
  const { plan, selectable, outOfReach, isLoading, failed, reference, retry } = usePlan();
  if (outOfReach) return <OutOfReach own={outOfReach.own} />;
  return (
    <Card aria-label="Watch a figure">
      {plan ? (
        <>
          <CardHead
            title="Watch a figure"
            note={plan.name}
            stacks
            right={selectable && <PlanPicker key={plan.id} className="w-72 max-w-full" />}
          />
          <div className="mt-4">
            <WatchForm key={`${plan.id} ${metric}`} planId={plan.id} metric={metric} />
          </div>
          {watches && <Closing planId={plan.id} watches={watches} />}
        </>
      ) : failed ? (
        <ErrorState what="The plan" reference={reference} onRetry={retry} className="min-h-48" />
      ) : isLoading ? (
        <Skeleton label="the plan">
          <Bone className="h-24" />
        </Skeleton>
      ) : (
        <EmptyState
          icon={FolderSearch}
          title="Please select a plan"
          className="min-h-48"
          action={selectable && <PlanPicker className="w-80 max-w-full text-left" />}
        >
          {selectable ? 'Watches are of one plan each.' : 'Your account has no plan yet.'}
        </EmptyState>
      )}
    </Card>
  );
}

/** Whether a mail says that a month of the plan has closed. */
function Closing({ planId, watches }: { planId: string; watches: OwnWatches['watches'] }) {
  const [set, setting] = useSetWatchMutation();
  const [remove, removing] = useRemoveWatchMutation();
  const own = watches.find((watch) => watch.planId === planId && watch.metric === null);
  const failure = setting.error ?? removing.error;
  const change = (on: boolean) => {
    if (on) void set({ planId, metric: null, direction: null, threshold: null });
    else if (own) void remove(own.watchId);
  };
  return (
    <div className="mt-5 border-t pt-4">
      <div className="flex">
        <HelpedSwitch
          label="Tell me of each month that closes"
          help="A month closes on the 8th of the next, or once its figures are complete."
          selected={own !== undefined}
          onChange={change}
        />
      </div>
      <Failure error={failure} otherwise="This could not be changed. Please try again." className="mt-3" />
    </div>
  );
}

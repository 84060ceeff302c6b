import { ListX } from 'lucide-react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { ReadersNote } from '../../portal/page-header/readers-note';
import { useMay } from '../../portal/user/use-may';
import { Updating } from '../../portal/updates/updating';
import { Card } from '../../ui/card';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { Completeness } from './completeness';
import { PlansTable } from './plans-table';
import { usePlansOverviewQuery } from './plans.api';

export function PlansPage() {
  usePageTitle('Plans');
  const seesCompleteness = useMay('plans.completeness');
  return (
    <>
      <PlainHeader
        title="Plans"
        note="Every plan in your reach at its newest published month. A row opens its dashboard."
      />
      <div className="-mt-3 mb-5">
        <ReadersNote />
      </div>
      <Overview />
      {seesCompleteness && <Completeness />}
    </>
  );
}

function Overview() {
  const { data, isError, error, isFetching, refetch } = usePlansOverviewQuery();
  if (isError && !isFetching) {
    return (
      <Card className="grid min-h-72">
        <NotLoaded
          what="The list of plans"
          note="The plan picker of the dashboard finds plans meanwhile."
          error={error}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  if (!data) {
    return (
      <Skeleton label="the plans">
        <Bone className="h-96 !rounded-lg" />
      </Skeleton>
    );
  }
  if (data.plans.length === 0) {
    return (
      <Card className="grid min-h-72">
        <EmptyState icon={ListX} title="No plans yet">
          Your account reaches no plan, or none is imported.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Updating name="Plans in reach" of={data}>
      <PlansTable plans={data.plans} dimmed={isFetching} />
    </Updating>
  );
}

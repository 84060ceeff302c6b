import { NotLoaded } from '../../portal/api/not-loaded';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Card } from '../../ui/card';
import { Bone, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { AnnouncedCard } from './announced-card';
import { useMaintenanceQuery } from './maintenance.api';
import { MaintenanceForm } from './maintenance.form';

const EVERY_MS = 30_000;

export function MaintenancePage() {
  usePageTitle('Maintenance');
  const { data, isError, error, refetch } = useMaintenanceQuery(undefined, {
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <>
      <PlainHeader
        title="Maintenance"
        note="A message that everybody sees in the header and on the sign-in screen, from one time to another."
      />
      {data ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
          <MaintenanceForm announced={data} />
          <AnnouncedCard notice={data.notice} />
        </div>
      ) : (
        <Card className="grid min-h-72">
          {isError ? (
            <NotLoaded what="The maintenance message" error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton label="maintenance message">
              <Bone className="h-11" />
              <Bone className="mt-5 h-11" />
            </Skeleton>
          )}
        </Card>
      )}
    </>
  );
}

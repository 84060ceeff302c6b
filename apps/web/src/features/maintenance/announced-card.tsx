import type { AnnouncedMaintenance } from '@superscope/contracts/maintenance';
import { CalendarClock, Eye, Wrench } from 'lucide-react';
import { Failure } from '../../portal/api/failure';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { dateTime } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { useWithdrawMaintenanceMutation } from './maintenance.api';

/** The announced message, whether everybody sees it yet, and a button to remove it. */
export function AnnouncedCard({ notice }: { notice: AnnouncedMaintenance['notice'] }) {
  const [withdraw, { isLoading, error }] = useWithdrawMaintenanceMutation();
  if (notice === null) {
    return (
      <Card aria-label="Announced" className="grid min-h-60">
        <EmptyState icon={Wrench} title="Nothing is announced">
          A message stands here once there is one, and goes when its time is over.
        </EmptyState>
      </Card>
    );
  }
  const { message, from, to, shown } = notice;
  const Icon = shown ? Eye : CalendarClock;
  return (
    <Card aria-label="Announced">
      <CardHead title="Announced" note={`${dateTime(from)} to ${dateTime(to)}, Sydney time`} />
      <p className="mt-4 wrap-anywhere text-md">{message}</p>
      <p role="status" className="mt-4 flex items-center gap-2 text-base font-semibold">
        <Icon size={17} className={shown ? 'text-good' : 'text-ink-3'} aria-hidden />
        {shown ? 'Everybody sees it now.' : 'Nobody sees it yet.'}
      </p>
      <Failure error={error} otherwise="The message could not be taken away. Please try again." className="mt-4" />
      <Button className="mt-4" onClick={() => void withdraw()} busy={isLoading}>
        Take the message away
      </Button>
    </Card>
  );
}

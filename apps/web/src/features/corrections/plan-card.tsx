import type { PlanCorrections } from '@superscope/contracts/corrections';
import { BookCheck, DoorClosed, DoorOpen } from 'lucide-react';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { date } from '../../ui/format';
import type { Asked } from './correction-dialog';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** Closes a plan, takes that back, and publishes its closed months anew. */
export function PlanCard({ plan: { id: planId, name, startDate, closedOn }, onAsk }: Props) {
  const close = () =>
    onAsk({
      title: `Close ${name}?`,
      text: 'From that day on the plan has no months. What was published before stays.',
      action: 'Close the plan',
      day: 'First day without the plan',
      make: (on) => ({ kind: 'closePlan', planId, on }),
      done: `${name} is closed.`,
    });
  const reopen = () =>
    onAsk({
      title: `Reopen ${name}?`,
      text: 'The plan has months again, as if it had never been closed.',
      action: 'Reopen',
      make: () => ({ kind: 'reopenPlan', planId }),
      done: `${name} is open again.`,
    });
  const publish = () =>
    onAsk({
      title: `Publish the months of ${name} anew?`,
      text: 'Employers then read each closed month as it is known by now, with everything that was recorded late.',
      action: 'Publish anew',
      make: () => ({ kind: 'publishPlan', planId }),
      done: `The closed months of ${name} are being published anew.`,
    });
  return (
    <Card aria-label="The plan">
      <CardHead
        title="The plan"
        note={`Since ${date(startDate)}. ${closedOn === null ? 'It is open.' : `Closed from ${date(closedOn)} on.`}`}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        {closedOn === null ? (
          <Button icon={DoorClosed} onClick={close}>
            Close the plan
          </Button>
        ) : (
          <Button icon={DoorOpen} onClick={reopen}>
            Reopen the plan
          </Button>
        )}
        <Button icon={BookCheck} onClick={publish}>
          Publish anew
        </Button>
      </div>
    </Card>
  );
}

import type { PlanCorrections } from '@superscope/contracts/corrections';
import { date } from '../../ui/format';
import type { Asked } from './correction-dialog';
import { CorrectionList } from './correction-list';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** The campaigns of a plan. A cancelled campaign disappears from every list and count. */
export function CampaignsCard({ plan: { campaigns }, onAsk }: Props) {
  const ask = ({ id, name }: PlanCorrections['campaigns'][number]) =>
    onAsk({
      title: `Cancel ${name}?`,
      text: 'The campaign leaves lists, charts and counts. Importing it again brings it back.',
      action: 'Cancel the campaign',
      make: () => ({ kind: 'cancelCampaign', campaignId: id }),
      done: `${name} is cancelled.`,
    });
  return (
    <CorrectionList
      title="Campaigns"
      none="The plan ran no campaign."
      items={campaigns}
      textOf={({ name, runDate, type }) => (
        <>
          <p>{name}</p>
          <p className="text-sm text-ink-3">
            {date(runDate)} · {type}
          </p>
        </>
      )}
      doneOf={({ cancelled }) => (cancelled ? 'Cancelled' : null)}
      action="Cancel"
      actionOf={({ name, runDate }) => `Cancel ${name} of ${date(runDate)}`}
      onAct={ask}
    />
  );
}

import type { PlanCorrections } from '@superscope/contracts/corrections';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { date } from '../../ui/format';
import type { Asked } from './correction-dialog';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** The campaigns of a plan; a cancelled one is in no list and no count. */
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
    <section aria-label="Campaigns" className="card overflow-hidden">
      <div className="p-4 pb-3 sm:p-5 sm:pb-3">
        <CardHead title="Campaigns" />
      </div>
      {campaigns.length === 0 ? (
        <p className="border-t px-5 py-6 text-center text-base text-ink-3">The plan ran no campaign.</p>
      ) : (
        <ul aria-label="Campaigns" className="max-h-96 divide-y overflow-y-auto border-t">
          {campaigns.map((campaign) => (
            <li key={campaign.id} className="flex min-h-12 items-center gap-3 px-4 py-2 sm:px-5">
              <div className="min-w-0 flex-1">
                <p className="text-base wrap-anywhere">{campaign.name}</p>
                <p className="text-sm text-ink-3">
                  {date(campaign.runDate)} · {campaign.type}
                </p>
              </div>
              {campaign.cancelled ? (
                <span className="text-sm text-ink-3">Cancelled</span>
              ) : (
                <Button
                  aria-label={`Cancel ${campaign.name} of ${date(campaign.runDate)}`}
                  onClick={() => ask(campaign)}
                >
                  Cancel
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

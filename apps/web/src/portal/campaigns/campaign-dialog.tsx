import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import { DetailDialog } from '../../ui/detail-dialog';
import { date, longMonth, number } from '../../ui/format';
import { Interval } from '../../ui/interval';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { cellOf } from '../analytics/published-cell';
import type { View } from '../analytics/figures-view';
import { CountFigure, ShareFigure } from '../figures/figure';
import { useCampaignEffect } from './campaign-effect.api';
import { campaignVerdict, isNoDifference, leftOut, pointsText } from './campaign-verdict';
import { DataTable } from '../../ui/data-table';

/** The known facts of a campaign before its effect has loaded. */
export interface ShownCampaign {
  campaignId: string;
  name: string;
  /** yyyy-MM-dd */
  runDate: string;
}

interface Props {
  of: ShownCampaign;
  view: Pick<View, 'planId' | 'audience'>;
  onClose: () => void;
}

/** A campaign, and who acted after it. */
export function CampaignDialog({ of: { campaignId, name, runDate }, view: { planId, audience }, onClose }: Props) {
  const { data, failed, reference, retry } = useCampaignEffect({ planId, audience, campaignId });
  return (
    <DetailDialog title={name} note={`Campaign of ${date(runDate)}`} onClose={onClose}>
      <div className="mt-4">
        {failed ? (
          <ErrorState
            what="The effect of the campaign"
            note="The rest of the page stays as it is."
            reference={reference}
            onRetry={retry}
          />
        ) : data === undefined ? (
          <Skeleton label="The effect of the campaign">
            <Bone className="h-40" />
          </Skeleton>
        ) : (
          <Effect of={data} />
        )}
      </div>
    </DetailDialog>
  );
}

const REASONS: Record<Exclude<CampaignEffect['state'], 'known'>, (of: CampaignEffect) => string> = {
  early: ({ after }) =>
    `Too early to say. The effect is shown here once the figures of ${longMonth(after)} are complete.`,
  noBefore: ({ before }) =>
    `The effect cannot be shown, because there are no figures of ${longMonth(before)} to compare with.`,
  tooFew: (of) => TOO_FEW[leftOut(of) ?? 'unknown'],
};

const TOO_FEW = {
  none: 'The campaign went to everybody whom it concerned, so there is nobody to compare the recipients with.',
  few: 'The campaign went to everybody whom it concerned, or nearly, so too few are left to compare the recipients with.',
  unknown: 'Too few members were contacted, or too few were not, to say whether the campaign changed anything.',
};

function Effect({ of }: { of: CampaignEffect }) {
  const { state, concerned, acted, before, after, recipients, others } = of;
  if (state === 'early' || state === 'noBefore') return <Sentence>{REASONS[state](of)}</Sentence>;
  return (
    <>
      {state === 'tooFew' ? <Sentence>{REASONS.tooFew(of)}</Sentence> : <Difference of={of} />}
      <p className="mt-4 text-base text-ink-2">
        Members who {concerned} at the end of {longMonth(before)}, and how many of them {acted} by the end of{' '}
        {longMonth(after)}.
      </p>
      <DataTable
        label="Recipients and others"
        look="figures"
        rows={[
          { name: 'Recipients', of: recipients },
          { name: 'Not contacted', of: others },
        ]}
        idOf={({ name }) => name}
        columns={[
          { head: 'Members', names: true, cell: ({ name }) => name, className: 'font-medium' },
          { head: 'Before', right: true, cell: (group) => <CountFigure count={cellOf(group.of.concerned)} /> },
          { head: 'Acted', right: true, cell: (group) => <CountFigure count={cellOf(group.of.acted)} /> },
          { head: 'Share', right: true, cell: (group) => <ShareFigure of={cellOf(group.of.share)} /> },
        ]}
        className="mt-2"
      />
    </>
  );
}

const Sentence = ({ children }: { children: string }) => (
  <p className="rounded-md border border-dashed border-line-strong px-4 py-5 text-center text-base text-ink-2">
    {children}
  </p>
);

const signed = (points: number) => `${points > 0 ? '+' : points < 0 ? '−' : '±'}${number(Math.abs(points), 1)}`;

function Difference({ of }: { of: CampaignEffect }) {
  const { points, low, high, clear, acted } = of;
  const [value, from, to] = [points.value!, low!, high!];
  const { is } = campaignVerdict(of);
  const size = pointsText(of, value);
  const way = value < 0 ? 'lower' : 'higher';
  const about = points.rounded ? 'about ' : '';
  return (
    <>
      <p className="text-md">
        {is === 'more' || is === 'fewer' ? (
          <>
            <b className="font-semibold">
              {about}
              {value < 0 ? '−' : '+'}
              {size} percentage points.
            </b>{' '}
            {is === 'more' ? 'More' : 'Fewer'} of the recipients {acted} than of members who were not contacted.
          </>
        ) : (
          <>
            <b className="font-semibold">No clear effect.</b>{' '}
            {isNoDifference(of, value) ? (
              `The recipients’ share is ${about}the same as that of members who were not contacted.`
            ) : (
              <>
                The recipients’ share is {about}
                {size} percentage points {way}, within the margin: it may be chance, or the adjustments that protect
                members.
              </>
            )}
          </>
        )}
      </p>
      <div className="mt-3">
        <Interval
          label={`Between ${signed(from)} and ${signed(to)} percentage points`}
          value={value}
          low={from}
          high={to}
          clear={clear}
        />
        <p className="mt-1 text-sm text-ink-3">
          The true difference lies between {signed(from)} and {signed(to)} percentage points, in 95 of 100 cases.
        </p>
      </div>
    </>
  );
}

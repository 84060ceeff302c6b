import { ChevronRight } from 'lucide-react';
import type { View } from '../../portal/analytics/figures-view';
import { NO_CELL, type Cell } from '../../portal/analytics/result';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { CampaignEffectText } from '../../portal/campaigns/campaign-effect-text';
import { CountFigure } from '../../portal/figures/figure';
import { WithheldFigure } from '../../portal/figures/withheld';
import { monthOf } from '../../portal/period/period';
import { publishedOn } from '../../portal/period/published-on';
import { cx } from '../../ui/class-names';
import { date, percent, sydneyToday } from '../../ui/format';

interface Props {
  title: string;
  rows: readonly Campaign[];
  /** yyyy-MM of the newest month that employers read. */
  closedMonth: string | null;
  view: View;
  onOpen: (campaign: Campaign) => void;
}

/** Campaigns with the numbers of recipients, opened messages and clicks. */
export const CampaignRows = ({ title, rows, closedMonth, view, onOpen }: Props) => (
  <div className="overflow-x-auto" role="region" aria-label={`${title}: table`} tabIndex={0}>
    <table className="w-full text-base">
      <thead>
        <tr className="border-y bg-sunken text-left text-sm text-ink-2">
          <th className="py-2 pl-5 font-semibold">Date</th>
          <th className="py-2 pl-4 font-semibold">Campaign</th>
          {['Recipients', 'Opened', 'Clicked'].map((head) => (
            <th key={head} className="py-2 pl-3 text-right font-semibold">
              {head}
            </th>
          ))}
          <th className="py-2 pl-6 pr-5 font-semibold">Effect</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={`${row.date} ${row.id}`}
            className="relative h-10 border-b last:border-0 hover:bg-hover [&_button]:relative"
          >
            <td className="whitespace-nowrap pl-5 text-ink-2">{date(row.date)}</td>
            <td className="max-w-56 truncate pl-4 font-medium" title={row.name}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(row)}
                className="!static block max-w-full truncate hover:underline after:absolute after:inset-0"
              >
                {row.name}
              </button>
            </td>
            <Results of={row} closedMonth={closedMonth} />
            <td className="min-w-64 py-2 pl-6 pr-5 text-ink-2">
              <CampaignEffectText campaignId={row.id} view={view} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const isUnpublished = ({ recipients, opened, clicked }: Campaign) =>
  [recipients, opened, clicked].every(({ withheld }) => withheld === 'np');

interface ResultsProps {
  of: Campaign;
  closedMonth: string | null;
}
const Unpublished = ({ of, closedMonth }: ResultsProps) =>
  monthOf(of.date) > (closedMonth ?? '') ? (
    <>Figures are published {publishedOn(of.date, sydneyToday())}</>
  ) : (
    <WithheldFigure reason="np" />
  );

/** One wide cell for a campaign without published figures, or with none yet. */
function Results({ of, closedMonth }: ResultsProps) {
  const { recipients, opened, clicked, openedPercent, clickedPercent } = of;
  const isOfAll = recipients.withheld !== null;
  if (isUnpublished(of))
    return (
      <td colSpan={3} className="min-w-44 py-2 pl-3 text-right text-sm text-ink-3">
        <Unpublished of={of} closedMonth={closedMonth} />
      </td>
    );
  return (
    <>
      <td className="whitespace-nowrap pl-3 text-right">
        <CountFigure count={recipients} />
      </td>
      <CountAndShare count={opened} share={openedPercent} isOfAll={isOfAll} />
      <CountAndShare count={clicked} share={clickedPercent} isOfAll={isOfAll} />
    </>
  );
}

interface CountAndShareProps {
  count: Cell;
  /** 0..100 */
  share: Cell;
  /** Share of all members, used if the recipients are not published. */
  isOfAll: boolean;
}
const CountAndShare = ({ count, share, isOfAll }: CountAndShareProps) => (
  <td className="whitespace-nowrap pl-3 text-right">
    <CountFigure count={count} />
    <Share share={share} isOfAll={isOfAll} className={isOfAll ? 'block text-sm' : 'inline-block w-[50px]'} />
  </td>
);

const Share = ({ share, isOfAll, className }: Omit<CountAndShareProps, 'count'> & { className: string }) =>
  share.value !== null && (
    <span className={cx('text-ink-3', className)}>
      {percent(share.value / 100)}
      {isOfAll && ' of all members'}
    </span>
  );

/** The same on phones: each campaign as a block of its own. */
export const CampaignList = ({ title, rows, closedMonth, view, onOpen }: Props) => (
  <ul aria-label={title} className="divide-y border-t">
    {rows.map((row) => (
      <li key={`${row.date} ${row.id}`} className="px-5 py-3">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(row)}
          className="-my-1 flex min-h-11 w-full items-center gap-2 text-left text-base font-medium"
        >
          <span className="min-w-0 flex-1 wrap-anywhere">{row.name}</span>
          <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
        </button>
        <p className="text-sm text-ink-3">{date(row.date)}</p>
        {isUnpublished(row) ? (
          <p className="mt-1 text-sm text-ink-3">
            <Unpublished of={row} closedMonth={closedMonth} />
          </p>
        ) : (
          <ListedResults of={row} />
        )}
        <p className="mt-1.5 text-sm text-ink-2">
          <span className="text-ink-3">Effect:</span> <CampaignEffectText campaignId={row.id} view={view} />
        </p>
      </li>
    ))}
  </ul>
);

function ListedResults({ of: { recipients, ...of } }: { of: Campaign }) {
  const isOfAll = recipients.withheld !== null;
  const results = [
    { name: 'Recipients', count: recipients, share: NO_CELL },
    { name: 'Opened', count: of.opened, share: of.openedPercent },
    { name: 'Clicked', count: of.clicked, share: of.clickedPercent },
  ];
  return (
    <dl className="mt-1.5 grid grid-cols-3 gap-x-3">
      {results.map(({ name, count, share }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-3">{name}</dt>
          <dd className="text-base">
            <CountFigure count={count} className="mr-1.5" />
            <Share share={share} isOfAll={isOfAll} className="text-sm" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

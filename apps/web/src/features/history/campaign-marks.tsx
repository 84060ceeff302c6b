import type { PlanMoments } from '@superscope/contracts/as-of-changes';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';

interface Mark {
  name: string;
  runDate: string;
  letter: 'R' | 'E';
  /** From 0 to 1 along the line. */
  place: number;
}

interface Line {
  from: number;
  to: number;
  placeOf: (ms: number) => number;
}

/** Campaigns that ran while the plan was recorded: R for a report, E for e-mail. Consultations are listed nowhere. */
export const marksOf = (campaigns: PlanMoments['campaigns'], { from, to, placeOf }: Line): Mark[] =>
  campaigns
    .map((campaign) => ({ ...campaign, ms: Date.parse(campaign.runDate) }))
    .filter(({ campaignType, ms }) => !/consult/i.test(campaignType) && ms >= from && ms <= to)
    .map(({ name, runDate, campaignType, ms }) => ({
      name,
      runDate,
      place: placeOf(ms),
      letter: /report/i.test(campaignType) ? 'R' : 'E',
    }));

export const CampaignMarks = ({ marks }: { marks: readonly Mark[] }) => (
  <ul aria-label="Campaigns" className="relative mb-1 h-4">
    {marks.map(({ name, runDate, letter, place }) => (
      <li
        key={`${runDate} ${name}`}
        title={`${name}, ${date(runDate)}`}
        className={cx(
          'absolute grid size-4 -translate-x-1/2 place-items-center rounded-full text-[11px] font-semibold text-surface',
          letter === 'R' ? 'bg-ink-2' : 'bg-info',
        )}
        style={{ left: `${place * 100}%` }}
      >
        <span aria-hidden>{letter}</span>
        <span className="sr-only">
          {name}, {date(runDate)}
        </span>
      </li>
    ))}
  </ul>
);

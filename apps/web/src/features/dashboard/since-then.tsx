import { aimOf } from '@superscope/contracts/campaign-aim';
import { useCallback } from 'react';
import { COUNT, namedMonthsQuery, SHARE, type View } from '../../portal/analytics/figures-view';
import { changeOf, NO_CELL, type Cell } from '../../portal/analytics/result';
import { useFigures } from '../../portal/analytics/use-figures';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { Figure } from '../../portal/figures/figure';
import { NoClearChange } from '../../portal/figures/no-clear-change';
import { areas, type Area } from '../../portal/figures/scored-areas';
import { SCORE } from '../../portal/figures/use-scores';
import { publishedOf } from '../../portal/figures/use-share';
import { WithheldFigure } from '../../portal/figures/withheld';
import { monthOf, monthsBefore } from '../../portal/period/period';
import { cx } from '../../ui/class-names';
import { number, share } from '../../ui/format';
import { Bone } from '../../ui/states';

export interface SinceThenProps {
  of: Campaign;
  /** The whole plan, without filters. */
  view: View;
  /** yyyy-MM of the plan's first month with figures. */
  firstMonth: string | null;
}

/** What a campaign was about: at the month end before it, and at the newest. A report is about the score as a whole. */
export function SinceThen({ of, view, firstMonth }: SinceThenProps) {
  const aim = aimOf({ name: of.name, campaignType: of.kind });
  const area = areas.find(({ key }) => key === aim);
  const run = monthOf(of.date);
  const before = monthOf(monthsBefore(`${run}-01`, 1));
  if (aim === 'signedIn') return <Said>About no area of the score</Said>;
  if (monthOf(view.dateRange[1]) <= run) return <Said>Too soon to tell</Said>;
  if (firstMonth === null || before < firstMonth) return <Said>No figures from before it</Said>;
  return <Since area={area ?? null} before={before} view={view} />;
}

const Said = ({ children }: { children: string }) => <span className="text-ink-3">{children}</span>;

interface Since {
  view: View;
  /** Null for the score as a whole. */
  area: Area | null;
  /** yyyy-MM of the month before the campaign. */
  before: string;
}
function Since({ view, area, before }: Since) {
  const newest = monthOf(view.dateRange[1]);
  const build = useCallback(
    (asked: View) =>
      area
        ? namedMonthsQuery(asked, [COUNT, SHARE], [area.dimension], [before, newest])
        : namedMonthsQuery(asked, [SCORE], [], [before, newest]),
    [area, before, newest],
  );
  const { data, failed } = useFigures(view, build);
  if (failed) return <Said>Did not load</Said>;
  if (data === undefined) return <Bone className="h-4 w-40" />;
  const [then, now] = [before, newest].map((month) => {
    const rows = data.rows.filter((row) => row.month === month);
    return area
      ? publishedOf(rows, area.dimension, area.value, data.of.audience).share
      : (rows[0]?.cell(SCORE) ?? NO_CELL);
  });
  return (
    <Between
      name={area?.concern ?? 'SuperScore'}
      then={then!}
      now={now!}
      format={area ? percent : stars}
      words={area ? { down: 'fewer', up: 'more' } : { down: 'worse', up: 'better' }}
      good={area ? 'down' : 'up'}
    />
  );
}

const stars = (value: number) => number(value, 2);
const percent = (value: number) => share(value);

interface BetweenProps {
  name: string;
  then: Cell;
  now: Cell;
  format: (value: number) => string;
  words: { down: string; up: string };
  good: 'down' | 'up';
}
/** `Low account balance 53.4% → 52.7%, fewer`. */
function Between({ name, then, now, format, words, good }: BetweenProps) {
  const withheld = now.withheld ?? then.withheld;
  const change = changeOf([then, now]);
  if (withheld)
    return (
      <>
        {name}: <WithheldFigure reason={withheld} />
      </>
    );
  if (change !== null && !change.clear)
    return (
      <>
        {name}: <NoClearChange className="text-ink-3" />
      </>
    );
  return (
    <>
      {name} <Figure cell={then} format={format} />
      <span aria-hidden> → </span>
      <span className="sr-only"> then, now </span>
      <Figure cell={now} format={format} className="font-semibold" />
      {change !== null && change.by !== 0 && (
        <>
          ,{' '}
          <span className={cx('font-semibold', change.by < 0 === (good === 'down') ? 'text-good' : 'text-attention')}>
            {change.by < 0 ? words.down : words.up}
          </span>
        </>
      )}
    </>
  );
}

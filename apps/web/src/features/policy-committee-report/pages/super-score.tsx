import { areaRules } from '@superscope/contracts/explanations';
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { COUNT } from '../../../portal/analytics/figures-view';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import { cell, changeOf, NO_CELL, series, type Cell, type Change } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { areas, ATTENTION_SCORE, type Area } from '../../../portal/figures/scored-areas';
import { countText } from '../../../portal/figures/figure-text';
import { seriesColour } from '../../../portal/figures/series-colour';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { useScore, type Score } from '../../../portal/figures/use-score';
import { useScores } from '../../../portal/figures/use-scores';
import { BANDS, bandName, movesOf, type ScoreFlow } from '../../../portal/movement/score-flow-model';
import { useMovement } from '../../../portal/movement/use-movement';
import { lastOfMonth, monthOf, monthsBefore, quarterEndBefore } from '../../../portal/period/period';
import { cx } from '../../../ui/class-names';
import { date, number } from '../../../ui/format';
import { Stars } from '../../../ui/stars';
import { Card, Swatch } from '../kit/card';
import { Held, PrintedChange, PrintedCount, PrintedShare } from '../kit/printed';
import { MiniLine } from '../kit/line-chart';
import { PrintedFlow } from '../kit/score-flow';
import { BigStar } from '../kit/star';
import { headcountOf, tiedText } from '../kit/tied-parts';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { partsSentence } from '../sentences/parts-sentence';
import { isTold, trendOf, trendsQuery } from './figures';

interface Part {
  area: Area;
  score: Cell;
  change: Change | null;
  /** Month by month. */
  cells: Cell[];
}
interface Figures {
  score: Score;
  parts: Part[];
  bands: Distribution;
  /** Null if the plan's movement is not published, or not yet. */
  flow: ScoreFlow | null;
  /** The whole plan's headcount where the movement ends. */
  flowMembers: Cell;
  members: Cell;
}

const YEAR = 12;

function useSuperScore({ view, whole, plan }: Report): Loaded<Figures> {
  const ends = useMemo(() => {
    const last = monthOf(quarterEndBefore(whole.dateRange[1]));
    const first = monthOf(monthsBefore(`${last}-01`, YEAR));
    return first >= (plan.firstMonth ?? '') ? [first, last] : [];
  }, [whole, plan.firstMonth]);
  const { refusal, ...movement } = useMovement(whole, ends);
  const flow: Loaded<ScoreFlow | null> =
    refusal !== null || ends.length === 0 ? { ...movement, data: null, failed: false } : movement;
  const scores = useScores(view);
  const all = together(
    useScore(view),
    scores,
    useDistribution(view, 'SuperScore.scoreBand', BANDS),
    useFigures(whole, trendsQuery),
    flow,
  );
  return mapLoaded(all, ([score, { rows, months }, bands, trends, moved]) => ({
    score,
    flowMembers: headcountOf(trendOf(trends, COUNT), moved?.ends.at(-1) ?? null),
    parts: areas.map((area) => {
      const cells = series(rows, months, area.points);
      return { area, score: cells.at(-1) ?? NO_CELL, change: changeOf(cells), cells };
    }),
    bands,
    flow: moved !== null && moved.flows.some(({ count }) => count.value !== null) ? moved : null,
    members: series(trends.rows, trends.months, COUNT).at(-1) ?? NO_CELL,
  }));
}

function SuperScore({ figures: { score, parts, bands, flow, flowMembers, members }, report }: PageProps<Figures>) {
  return (
    <>
      <div className="grid grid-cols-5 gap-[10px]">
        {parts.map((part) => (
          <PartCard key={part.area.key} part={part} />
        ))}
      </div>
      <div className="flex items-center gap-4 rounded-md bg-sunken px-[16px] py-[9px]">
        {score.score.value === null ? (
          <Held reason={score.score.withheld ?? 'np'} />
        ) : (
          <>
            <span className="text-[26px] font-[620] leading-8">{number(score.score.value, 2)}</span>
            <Stars value={score.score.value} size={21} />
          </>
        )}
        <p className="flex-1 text-[12.7px] leading-[17px] text-ink-2">
          Average
          {members.value !== null && !report.view.engaged && ` of ${number(members.value)} members`}
          {score.change?.clear && (
            <>
              ,{' '}
              <b className="font-semibold text-ink">
                {score.change.by > 0 ? 'up' : 'down'} {number(Math.abs(score.change.by), 2)}
              </b>
            </>
          )}
          . Each area is adjusted on its own, so the five may not add up to the average.
        </p>
      </div>
      {flow ? (
        <FlowCard flow={flow} ofAll={report.view.engaged} headcount={flowMembers} />
      ) : (
        <>
          <AreasCard parts={parts} />
          <BandsCard bands={bands} headcount={report.view.engaged ? NO_CELL : members} />
        </>
      )}
    </>
  );
}

function PartCard({ part: { area, score, change } }: { part: Part }) {
  const low = score.value !== null && score.value < ATTENTION_SCORE;
  return (
    <Card className="items-center !px-2 text-center" warns={low}>
      <BigStar of={score.value} />
      <p className={cx('mt-1 flex items-center gap-1', low && 'text-attention')}>
        {score.value === null ? (
          <Held reason={score.withheld ?? 'np'} />
        ) : (
          <span className="pcr-metric">{number(score.value, 2)}</span>
        )}
        {low && <TriangleAlert size={16} role="img" aria-label="Low" />}
      </p>
      <h2 className="mt-0.5 min-h-[34px] text-[13px] font-semibold leading-[17px]">{area.name}</h2>
      <PrintedChange change={change} as="own" digits={2} />
    </Card>
  );
}

const stars = (key: string) => bandName(key).replace(' stars', '');

function FlowCard({ flow, ofAll, headcount }: { flow: ScoreFlow; ofAll: boolean; headcount: Cell }) {
  const days = flow.ends.map((end) => date(lastOfMonth(`${end}-01`)));
  const told = (column: number) =>
    flow.nodes
      .filter((node) => node.column === column && (BANDS as readonly string[]).includes(node.key))
      .reduce((sum, { count }) => sum + (count.value ?? 0), 0);
  const moves = (direction: 'up' | 'down') => {
    const { members, largest } = movesOf(flow, direction);
    if (members === 0) return { members: 'np', note: 'in groups too small to show' };
    return {
      members: number(members),
      note: largest ? `most from ${stars(largest.from)} to ${stars(largest.to)}` : '',
    };
  };
  const [up, down] = [moves('up'), moves('down')];
  const tie = tiedText(
    [cell(told(1))],
    headcount,
    'each flow is adjusted by itself, and members without a score or in a group too small to show are not counted',
  );
  const end = (key: 'Joined' | 'Left') => flow.nodes.find((node) => node.key === key)?.count ?? NO_CELL;
  return (
    <Card
      className="flex-1"
      title={`How members moved between scores${ofAll ? ', all members' : ''}`}
      note={`From ${days[0]} to ${days[1]}. Strong colour: members who moved up a band. Hatched: members who joined, left, or moved in groups too small to show.${tie === null ? '' : ` ${tie}`}`}
    >
      <div className="my-auto">
        <PrintedFlow
          of={flow}
          heads={[`${days[0]}: ${number(told(0))} members`, `${days[1]}: ${number(told(1))} members`]}
          width={658}
          height={430}
          label={`Members by score from ${days[0]} to ${days[1]}: ${up.members} moved up, ${down.members} moved down.`}
        />
      </div>
      <div className="grid grid-cols-4 gap-3 border-t pt-2.5">
        <Fact figure={up.members} what="moved up" note={up.note} />
        <Fact figure={down.members} what="moved down" note={down.note} />
        <Fact figure={countText(end('Joined'))} what="joined" note="not divided by band" />
        <Fact figure={countText(end('Left'))} what="left" note="not divided by band" />
      </div>
    </Card>
  );
}

const Fact = ({ figure, what, note }: { figure: string; what: string; note: string }) => (
  <p className="leading-[16px]">
    <b className="mr-1.5 text-[17px] font-semibold">{figure}</b>
    {what}
    <span className="block text-[12px] text-ink-3">{note}</span>
  </p>
);

/** The height of a small line, in stars. */
const SPAN = 0.4;

/** What each area measures, with its score over time: in place of the movement, where that is not published. */
const AreasCard = ({ parts }: { parts: readonly Part[] }) => (
  <Card
    className="flex-1"
    title="What each area measures"
    note="The small lines are of the average score by month, all on one scale"
  >
    <ul className="flex flex-1 flex-col justify-around">
      {parts.map(({ area, score, change, cells }) => (
        <li key={area.key} className="grid grid-cols-[104px_1fr_90px_112px] items-center gap-3">
          <b className="text-[14px] font-semibold leading-[18px]">{area.name}</b>
          <span className="leading-[16px] text-ink-2">{areaRules[area.key]}</span>
          <MiniLine cells={cells} width={90} height={44} span={SPAN} />
          <span>
            {score.value === null ? (
              <Held reason={score.withheld ?? 'np'} />
            ) : (
              <span className="block text-[17px] font-semibold">{number(score.value, 2)}</span>
            )}
            <PrintedChange change={change} as="own" digits={2} />
          </span>
        </li>
      ))}
    </ul>
  </Card>
);

/** The bands as a table, where the movement between them is not published. */
function BandsCard({ bands, headcount }: { bands: Distribution; headcount: Cell }) {
  const rows = bands.series.filter(({ name }) => name !== 'Unknown');
  const told = rows.some(({ monthly }) => isTold(monthly.at(-1)?.share ?? NO_CELL));
  const tie = tiedText(
    bands.series.map(({ monthly }) => monthly.at(-1)?.count ?? NO_CELL),
    headcount,
  );
  return (
    <Card title="Members by score" note={`At the end of the period${tie === null ? '' : `. ${tie}`}`}>
      {told ? (
        <table className="pcr-table mt-2">
          <thead>
            <tr>
              <th>Score</th>
              <th>Members</th>
              <th>Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, monthly }) => {
              const { count = NO_CELL, share = NO_CELL } = monthly.at(-1) ?? {};
              return (
                <tr key={name}>
                  <td>
                    <Swatch colour={seriesColour('score', name, 'light')} /> {bandName(name)}
                  </td>
                  <td>
                    <PrintedCount of={count} dense />
                  </td>
                  <td>
                    <PrintedShare of={share} dense />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : (
        <p className="mt-2 text-ink-2">
          How members are divided between scores would tell too much about single members of a plan of this size.
        </p>
      )}
    </Card>
  );
}

export const superScore = reportPage<Figures>({
  id: 'superScore',
  number: 'S3',
  title: 'SuperScore',
  useFigures: useSuperScore,
  isPublished: ({ score, parts }) => isTold(score.score) || parts.some(({ score: { value } }) => value !== null),
  sentence: ({ parts }) => partsSentence(parts.map(({ area, score }) => ({ name: area.name, score }))),
  Body: SuperScore,
});

import type { PlanRanking, RankedMonth } from '@superscope/contracts/plan-ranking';
import { TriangleAlert, Trophy } from 'lucide-react';
import { loadedOf, mapLoaded, type Loaded } from '../../../portal/analytics/loaded';
import { figuresTag } from '../../../portal/analytics/analytics.api';
import { baseApi } from '../../../portal/api/base.api';
import { isQuarterEnd, monthOf } from '../../../portal/period/period';
import { longMonth, month as shortMonth, number, share } from '../../../ui/format';
import { Card, Heading, Note } from '../kit/card';
import { gappedLine } from '../kit/gapped-line';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { rankingSentence, TOP, TROPHY } from '../sentences/ranking-sentence';

const rankingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planRanking: build.query<PlanRanking, string>({
      query: (planId) => `api/plans/${encodeURIComponent(planId)}/ranking`,
      providesTags: (_, __, planId) => [figuresTag(planId, 'employer')],
    }),
  }),
});

/** The ends of the report's quarters: the answer also has the month a year before the newest, and a template may end before that. */
export function useRanking({ plan: { id }, period }: Report): Loaded<RankedMonth[]> {
  const answer = rankingApi.usePlanRankingQuery(id);
  const [start, end] = [monthOf(period.start), monthOf(period.end)];
  return mapLoaded(loadedOf(answer, answer.currentData), ({ months }) =>
    months.filter(({ month }) => month >= start && month <= end && (isQuarterEnd(month) || month === end)),
  );
}

/** Points of a plan that is first in all three. */
export const MOST_POINTS = 300;
const BANDS = [
  { name: '4TH', from: 0, to: 75, strong: '#E4E9E4', pale: '#F1F3EF' },
  { name: '3RD', from: 75, to: TROPHY, strong: '#CBDDD6', pale: '#E6EEEA' },
  { name: '2ND', from: TROPHY, to: TOP, strong: '#9CCABD', pale: '#D5E8E1' },
  { name: 'TOP', from: TOP, to: MOST_POINTS, strong: '#56AC9C', pale: '#BFDDD4' },
] as const;
const RANKS = [
  { name: 'loggedIn', title: 'Signed in within 12 months' },
  { name: 'adequateRetirementStandard', title: 'Projected to reach Modest or better' },
  { name: 'nominatedBeneficiary', title: 'Nominated a beneficiary' },
] as const;
/** Dashes that a month without points has instead of them. */
const NONE = '–';

const points = (value: number | null) => (value === null ? NONE : number(value));

function Ranking({ figures: months }: PageProps<RankedMonth[]>) {
  const newest = months.at(-1)!;
  const sum = newest.sum!;
  const first = months.find((each) => each.sum !== null)!;
  const by = Math.round(sum) - Math.round(first.sum!);
  const isAhead = sum > TROPHY;
  return (
    <>
      <section
        aria-label="Quartile"
        className="flex items-center gap-6 rounded-md border-[0.5pt] px-6 py-5"
        style={{ borderColor: '#CBD3CD', borderLeft: '5px solid var(--brand)' }}
      >
        <span
          className="grid size-[92px] shrink-0 place-items-center rounded-full border"
          style={
            isAhead
              ? { background: 'var(--wattle-soft)', borderColor: '#E3C878' }
              : { background: 'var(--danger-soft)', borderColor: 'var(--danger-line)' }
          }
        >
          {isAhead ? (
            <Trophy size={50} strokeWidth={1.6} color="#7A5300" fill="#F3D27A" role="img" aria-label="Trophy" />
          ) : (
            <TriangleAlert size={50} strokeWidth={1.6} color="var(--danger)" role="img" aria-label="Danger" />
          )}
        </span>
        <div className="w-[210px]">
          <p className="text-[30px] font-[650] leading-9 tracking-[-0.02em]">{newest.quartile} quartile</p>
          <p className="flex items-center gap-1.5 text-ink-2">
            <Trophy size={14} color="#7A5300" aria-hidden />
            more than {TROPHY} points
          </p>
          <p className="flex items-center gap-1.5 text-ink-2">
            <TriangleAlert size={14} className="text-danger" aria-hidden />
            {TROPHY} points or less
          </p>
        </div>
        <div className="flex-1 border-l pl-6">
          <p>
            <span className="text-[44px] font-[620] leading-[48px] tracking-[-0.02em]">{number(sum)}</span>{' '}
            <span className="text-ink-2">of {MOST_POINTS} points</span>
          </p>
          {first !== newest && (
            <p className="text-ink-2">
              {by === 0 ? 'as many as' : `${number(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'} than`} in{' '}
              {longMonth(first.month)}
            </p>
          )}
        </div>
      </section>
      <Scale sum={sum} />
      <div>
        <Heading>Three ranks, up to 100 points each</Heading>
        <p className="text-[12px] leading-[16px] text-ink-3">
          A rank’s points are the percentage of plans that are behind, equal ones counted half; the plan’s points are
          the three together.
        </p>
      </div>
      <table className="pcr-table -mt-2">
        <thead>
          <tr>
            <th>Members who</th>
            <th>Share</th>
            <th>Before</th>
            <th className="!pl-5 !text-left">Behind 0 … 100 ahead of all plans</th>
            <th>Ahead of</th>
            <th>Points</th>
          </tr>
        </thead>
        <tbody>
          {RANKS.map(({ name, title }) => {
            const { rank, share: of, plans, ahead } = newest[name];
            const before = first[name].share;
            return (
              <tr key={name} className="h-[48px]">
                <td className="w-[170px] !whitespace-normal !font-semibold">{title}</td>
                <td className="!font-semibold">{of === null ? NONE : share(of, 1)}</td>
                <td className="text-ink-3">{first === newest || before === null ? NONE : share(before, 1)}</td>
                <td className="!pl-5">
                  <Place rank={rank ?? 0} title={title} />
                </td>
                <td>{ahead === null ? NONE : `${number(ahead)} of ${number(plans)}`}</td>
                <td>
                  <b className="text-[16px] font-semibold">{points(rank)}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Card
        className="flex-1"
        title="Points at each quarter’s end"
        note={`Of ${MOST_POINTS}; the bands are the quartiles`}
      >
        <div className="my-auto pt-1">
          <History months={months} />
        </div>
      </Card>
      <Note title="Who is compared.">
        All plans with 11 members or more take part whose share is published, and their published shares are compared; a
        difference between two plans can be chance.
      </Note>
    </>
  );
}

const place = (value: number) => 20 + (value / MOST_POINTS) * 648;

const Scale = ({ sum }: { sum: number }) => (
  <svg
    width="688"
    height="84"
    viewBox="0 0 688 84"
    role="img"
    aria-label={`${number(sum)} of ${MOST_POINTS} points`}
    className="block"
  >
    {BANDS.map(({ name, from, to, strong }) => (
      <g key={name}>
        <rect x={place(from) + 0.8} width={place(to) - place(from) - 1.6} y="30" height="26" fill={strong} />
        <text x={place((from + to) / 2)} y="48" textAnchor="middle" fontSize="13" fontWeight="650" fill="#14211F">
          {name}
        </text>
      </g>
    ))}
    {[0, ...BANDS.map(({ to }) => to)].map((value) => (
      <text key={value} x={place(value)} y="74" textAnchor="middle" fontSize="12" fill="var(--ink-3)">
        {value}
      </text>
    ))}
    {/* Above and below the band only, whose name may be here. */}
    <path d={`M${place(sum)} 24V34M${place(sum)} 52V62`} stroke="var(--ink)" strokeWidth="2.4" />
    <path d={`M${place(sum) - 7} 14h14l-7 10z`} fill="var(--ink)" />
    <text
      x={place(sum) + (sum > TOP ? -12 : 12)}
      y="20"
      textAnchor={sum > TOP ? 'end' : 'start'}
      fontSize="13"
      fontWeight="650"
      fill="var(--ink)"
    >
      This plan, {number(sum)}
    </text>
  </svg>
);

const Place = ({ rank, title }: { rank: number; title: string }) => (
  <svg width="216" height="22" role="img" aria-label={`${title}: ${number(rank)} of 100 points`} className="block">
    <path d="M4 11H212M4 7V15M212 7V15" stroke="var(--line-strong)" />
    <path d="M108 5V17" stroke="var(--ink-3)" />
    <circle
      cx={4 + rank * 2.08}
      cy="11"
      r="7"
      fill={rank > 50 ? 'var(--plot)' : 'var(--attention)'}
      stroke="var(--surface)"
      strokeWidth="1.5"
    />
  </svg>
);

const [LEFT, BOTTOM, HIGH] = [44, 190, 178];

function History({ months }: { months: readonly RankedMonth[] }) {
  const x = (i: number) => LEFT + ((i + 0.5) / months.length) * 570;
  const y = (value: number) => BOTTOM - (value / MOST_POINTS) * HIGH;
  const line = gappedLine(
    months.map(({ sum }) => sum),
    x,
    y,
  );
  return (
    <svg
      width="658"
      height="216"
      viewBox="0 0 658 216"
      role="img"
      aria-label={`Points: ${months.map(({ month, sum }) => `${shortMonth(month)} ${points(sum)}`).join(', ')}`}
      className="block"
    >
      {BANDS.map(({ name, from, to, pale }) => (
        <g key={name}>
          <rect x={LEFT} width="570" y={y(to)} height={y(from) - y(to) - 1} fill={pale} />
          <text
            x={LEFT - 8}
            y={y((from + to) / 2) + 4}
            textAnchor="end"
            fontSize="12"
            fontWeight="600"
            fill="var(--ink-2)"
          >
            {name}
          </text>
        </g>
      ))}
      <path d={line} fill="none" stroke="var(--hero)" strokeWidth="2.2" />
      {months.map(({ month, sum }, i) => (
        <g key={month} textAnchor="middle">
          {sum === null ? (
            <text x={x(i)} y={BOTTOM - 8} fontSize="12" fill="var(--ink-2)">
              np
            </text>
          ) : (
            <>
              <circle
                cx={x(i)}
                cy={y(sum)}
                r="4"
                fill={sum > TROPHY ? 'var(--hero)' : 'var(--surface)'}
                stroke="var(--hero)"
                strokeWidth="1.8"
              />
              <text x={x(i)} y={y(sum) - 10} fontSize="12.7" fontWeight="600" fill="var(--ink)">
                {number(sum)}
              </text>
            </>
          )}
          <text x={x(i)} y="210" fontSize="12" fill="var(--ink-3)">
            {shortMonth(month)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The plans that are ranked. */
export const plansOf = (of: RankedMonth) => Math.max(...RANKS.map(({ name }) => of[name].plans));

export const planRanking = reportPage<RankedMonth[]>({
  id: 'planRanking',
  number: '6',
  title: 'Plan ranking',
  useFigures: useRanking,
  isPublished: (months) => months.at(-1)?.sum != null,
  sentence: (months) => {
    const newest = months.at(-1)!;
    return rankingSentence(newest.sum, newest.quartile, plansOf(newest));
  },
  ofAllMembers: true,
  Body: Ranking,
});

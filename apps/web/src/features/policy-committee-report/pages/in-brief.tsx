import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { PlanAction } from '@superscope/contracts/plan-actions';
import { useMemo, type ReactNode } from 'react';
import { useActions } from '../../../portal/actions/plan-actions.api';
import { isShown } from '../../../portal/actions/score-change';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import { cellOf } from '../../../portal/analytics/published-cell';
import { series, type Cell, type Change } from '../../../portal/analytics/result';
import { useEffectOf } from '../../../portal/campaigns/campaign-effect.api';
import { campaignVerdict, type CampaignVerdict } from '../../../portal/campaigns/campaign-verdict';
import type { Campaign } from '../../../portal/campaigns/campaigns.api';
import { markersOf } from '../../../portal/campaigns/markers';
import { figureText } from '../../../portal/figures/figure-text';
import { useScore, type Score } from '../../../portal/figures/use-score';
import { SCORE, useScores } from '../../../portal/figures/use-scores';
import { useMonthlyFlag, type ShareFigures } from '../../../portal/figures/use-share';
import { cx } from '../../../ui/class-names';
import { Delta } from '../../../ui/delta';
import { date, number, share as percentText } from '../../../ui/format';
import { capital, inWords, uncapital } from '../../../ui/in-words';
import { Card, Heading } from '../kit/card';
import { PrintedChange } from '../kit/printed';
import { ScoreCard } from '../kit/score-card';
import type { Report } from '../report';
import { anchorOf, reportPage, type Entry, type PageProps } from '../report-page';
import { inBriefSentence } from '../sentences/in-brief-sentence';
import { ends } from './dashboard';
import { isTold, useLoggedIn, type Trend } from './figures';
import { useAreas } from './fund-fitness';

/** A share that moved, or did not clearly, with the page that shows it. */
interface Moved {
  name: string;
  share: Cell;
  first: Cell | null;
  change: Change;
  /** It is better if it becomes less. */
  isConcern: boolean;
  pageId: string;
}

interface Figures {
  score: Score;
  scores: Pick<Trend, 'cells' | 'months'>;
  actions: readonly PlanAction[];
  moved: readonly Moved[];
  effects: readonly { campaign: Campaign; effect: CampaignEffect }[];
}

const ACTIONS = 3;
const CAMPAIGNS = 5;
/** Lines of a list. */
const LINES = 5;

/** The newest campaigns of the period. */
const campaignsOf = ({ campaigns, period }: Report): Campaign[] =>
  campaigns.list.filter(({ date: day }) => day > period.start && day <= period.end).slice(0, CAMPAIGNS);

function useInBrief(report: Report): Loaded<Figures> {
  const { view, whole } = report;
  const campaigns = useMemo(() => campaignsOf(report), [report]);
  const flags = together(
    useMonthlyFlag(view, 'makingVoluntaryContributions'),
    useMonthlyFlag(view, 'consolidationVerified'),
    useLoggedIn(report),
    useMonthlyFlag(view, 'mobileNumberProvided'),
    useMonthlyFlag(view, 'emailAddressProvided'),
    useMonthlyFlag(view, 'taxFileNumberProvided'),
    useMonthlyFlag(view, 'riskProfileAssessmentCompleted'),
    useMonthlyFlag(view, 'insuranceIndicatorCompleted'),
  );
  const effects = together(
    useEffectOf(whole, campaigns[0]?.id),
    useEffectOf(whole, campaigns[1]?.id),
    useEffectOf(whole, campaigns[2]?.id),
    useEffectOf(whole, campaigns[3]?.id),
    useEffectOf(whole, campaigns[4]?.id),
  );
  const all = together(useScore(view), useScores(view), useAreas(view), flags, useActions(whole), effects);
  return mapLoaded(all, ([score, { rows, months }, areas, shares, { actions }, found]) => ({
    score,
    scores: { cells: series(rows, months, SCORE), months },
    actions: actions.filter(({ change, margin }) => moves(cellOf(change, margin))).slice(0, ACTIONS),
    moved: [
      ...areas.flatMap(({ area, figures }) => movedOf(area.concern, figures, area.key, true)),
      ...FLAGS.flatMap(([name, pageId], i) => movedOf(name, shares[i]!, pageId, false)),
    ],
    effects: campaigns.flatMap((campaign, i) => {
      const effect = found[i] ?? null;
      return effect === null ? [] : [{ campaign, effect }];
    }),
  }));
}

/** The flags in the order of their questions, and the pages that show them. */
const FLAGS = [
  ['Voluntary contributions', 'dashboard'],
  ['Consolidation verified', 'dashboard'],
  ['Logged in', 'dashboard'],
  ['Mobile number', 'fitness'],
  ['Email address', 'fitness'],
  ['Tax file number', 'fitness'],
  ['Risk profile assessed', 'fitness'],
  ['Insurance indicator', 'fitness'],
] as const;

const moves = (change: Cell) => isShown(change) && change.value! > 0;

const movedOf = (
  name: string,
  { newest, monthly, change }: ShareFigures,
  pageId: string,
  isConcern: boolean,
): Moved[] =>
  change === null ? [] : [{ name, share: newest.share, first: monthly[0]?.share ?? null, change, isConcern, pageId }];

const stars = (value: number) => number(value, 2);
const percent = (value: number) => percentText(value, 1);

function InBrief({ report, figures, contents }: PageProps<Figures>) {
  const { score, scores, actions, moved, effects } = figures;
  const isBetter = ({ change, isConcern }: Moved) => change.by < 0 === isConcern;
  const clear = moved
    .filter(({ change }) => change.clear && change.by !== 0)
    .toSorted((a, b) => Math.abs(b.change.by) - Math.abs(a.change.by));
  const [better, worse] = [clear.filter(isBetter), clear.filter((each) => !isBetter(each))];
  const unclear = moved.filter((each) => !clear.includes(each));
  const ofAll = report.view.engaged ? ', all members' : '';
  // It fills the shorter column.
  const beside = Math.min(better.length, worse.length);
  const noChange = unclear.length > 0 && (
    <Changes
      title="No clear change"
      rows={unclear}
      contents={contents}
      none=""
      most={Math.max(1, LINES - Math.min(beside, LINES - 1))}
    />
  );
  return (
    <>
      <ScoreCard
        look="small"
        score={score.score}
        cells={scores.cells}
        months={scores.months}
        line={ends(scores, stars)}
        markers={markersOf(report.campaigns.list, scores.months, false)}
      >
        {score.change && (
          <p className="mt-1.5 text-[12.7px] leading-[17px] text-ink-2">
            <PrintedChange change={score.change} as="own" digits={2} />
            <span className="block text-ink-3">
              since {date(score.since)}
              {score.score.margin !== null && `, margin ${number(score.score.margin, 2)}`}
            </span>
          </p>
        )}
      </ScoreCard>
      <Rows
        title={
          actions.length === 0
            ? 'What to decide'
            : `${capital(inWords(actions.length))} ${actions.length === 1 ? 'thing' : 'things'} to decide`
        }
        note={`in order of effect on the score${ofAll}, if all of them do it`}
      >
        {actions.length === 0 ? (
          <p className="py-3 text-ink-2">No change that is published would clearly move the score.</p>
        ) : (
          <ol>
            {actions.map((action, i) => (
              <Decision key={action.key} at={i + 1} action={action} contents={contents} />
            ))}
          </ol>
        )}
      </Rows>
      <div className="grid grid-cols-[1.2fr_1fr] items-start gap-[14px]">
        <div className="flex flex-col gap-[14px]">
          <Changes title="Clearly better" rows={better} contents={contents} none="Nothing, beyond its margin." />
          {better.length < worse.length && noChange}
        </div>
        <div className="flex flex-col gap-[14px]">
          <Changes title="Clearly worse" rows={worse} contents={contents} none="Nothing, beyond its margin." />
          {better.length >= worse.length && better.length > 0 && noChange}
        </div>
        {better.length === 0 && worse.length === 0 && <div className="col-span-2">{noChange}</div>}
      </div>
      <Rows title="Campaigns in the period" note={`members who acted, beside those who were not contacted${ofAll}`}>
        {effects.length === 0 ? (
          <p className="py-2 text-ink-2">No campaign ran in the period.</p>
        ) : (
          <table className="pcr-table">
            <tbody>
              {effects.map(({ campaign, effect }) => (
                <tr key={campaign.id}>
                  <td className="w-[84px] !font-normal text-ink-2">{date(campaign.date)}</td>
                  <td className="!whitespace-normal !text-left [overflow-wrap:anywhere]">{campaign.name}</td>
                  <Verdict of={campaignVerdict(effect)} />
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Rows>
    </>
  );
}

/** A heading with a note, and its lines. */
const Rows = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <section aria-label={title}>
    <div className="flex items-baseline justify-between gap-3 border-b border-line-strong pb-1">
      <Heading>{title}</Heading>
      <p className="text-[12px] text-ink-3">{note}</p>
    </div>
    {children}
  </section>
);

const PageLink = ({ contents, id }: { contents: readonly Entry[]; id: string }) => {
  const entry = contents.find((each) => each.id === id);
  return entry === undefined || entry.number === '' ? null : (
    <a
      href={`#${anchorOf(entry)}`}
      aria-label={`page ${entry.number}`}
      className="inline-block min-w-[30px] rounded-sm bg-sunken px-1.5 text-center text-[12px] font-semibold leading-[18px]"
    >
      {entry.number}
    </a>
  );
};

function Decision({ at, action, contents }: { at: number; action: PlanAction; contents: readonly Entry[] }) {
  const { area, label, concerned, members, share, change, margin } = action;
  const gain = cellOf(change, margin);
  const [count, part] = [cellOf(members), cellOf(share)];
  const who = [
    count.value === null ? 'Members' : `${number(count.value)} members`,
    part.value === null ? '' : `, ${figureText(part, percent)} of those known,`,
  ].join('');
  return (
    <li className="grid grid-cols-[32px_1fr_auto_34px] items-center gap-x-3 border-b-[0.5pt] py-[7px]">
      <b className="text-[17px] font-[620] text-brand">{at}</b>
      <div>
        <p className="text-[14px] font-semibold leading-[18px]">Ask members to {uncapital(label)}?</p>
        <p className="leading-[16px] text-ink-2">
          {who} {concerned}.
        </p>
        <p className="text-[12px] leading-[16px] text-ink-3">{experience(action)}</p>
      </div>
      <b className="text-right text-[20px] font-[620] text-brand">
        {gain.about !== null && <span className="text-[12px] font-medium">about </span>}
        {`+${number(gain.value!, 2)}`}
      </b>
      <PageLink contents={contents} id={area} />
    </li>
  );
}

/** What past campaigns let expect. */
function experience({ campaigns, didBefore, likelyChange, margin }: PlanAction): string {
  if (campaigns.length === 0) return 'No campaign about it ran more than three months ago.';
  const did = cellOf(didBefore);
  if (did.value === null) return 'How many did it after past campaigns is not published.';
  const likely = cellOf(likelyChange, margin);
  const would = isShown(likely)
    ? `+${number(likely.value!, 2)} if as many do it again`
    : 'no clear change if as many do it again';
  return `${capital(figureText(did, percent))} did it after past campaigns: ${would}.`;
}

interface ChangesProps {
  title: string;
  rows: readonly Moved[];
  contents: readonly Entry[];
  none: string;
  most?: number;
}
function Changes({ title, rows, contents, none, most = LINES }: ChangesProps) {
  const shown = rows.slice(0, most);
  return (
    <Card title={title} {...(rows.length > shown.length && { note: `The first ${shown.length} of ${rows.length}` })}>
      {shown.length === 0 ? (
        <p className="mt-1 text-ink-2">{none}</p>
      ) : (
        <table className="pcr-table mt-1">
          <tbody>
            {shown.map(({ name, share, first, change, isConcern, pageId }) => (
              <tr key={name}>
                <td className="!whitespace-normal">{name}</td>
                {change.clear && first !== null && (
                  <td className="!font-normal text-ink-3">{figureText(first, percent).replace(/%$/, '')}</td>
                )}
                <td className="!font-semibold">{figureText(share, percent)}</td>
                {change.clear && (
                  <td>
                    <Delta
                      value={change.by}
                      unit="pp"
                      good={isConcern ? 'down' : 'up'}
                      digits={change.rounded ? 0 : 1}
                    />
                  </td>
                )}
                <td className="w-[36px]">
                  <PageLink contents={contents} id={pageId} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

const Verdict = ({ of: { is, text } }: { of: CampaignVerdict }) => (
  <td
    className={cx(
      '!whitespace-normal',
      is === 'more' && '!font-semibold text-good',
      is === 'fewer' && '!font-semibold text-attention',
      (is === 'early' || is === 'unknown' || is === 'unclear') && 'text-ink-2',
    )}
  >
    {text}
  </td>
);

export const inBrief = reportPage<Figures>({
  id: 'inBrief',
  number: 'B',
  title: 'In brief',
  useFigures: useInBrief,
  isPublished: ({ score, moved, actions }) => isTold(score.score) || moved.length > 0 || actions.length > 0,
  sentence: ({ score, actions }) => inBriefSentence(score.score, score.change, actions.length),
  Body: InBrief,
});

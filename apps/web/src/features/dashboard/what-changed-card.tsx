import type { Plan } from '@superscope/contracts/plan';
import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { View } from '../../portal/analytics/figures-view';
import { FigureCard } from '../../portal/cards/figure-card';
import { hasGroups, useWholeHeadcount } from '../../portal/figures/use-headcount';
import { isNarrowed } from '../../portal/filters/filters';
import { useWholeViewLink } from '../../portal/view-address/use-view-address';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { month } from '../../ui/format';
import { Bone } from '../../ui/states';
import { ChangedLine } from './changed-line';
import { nothingChangedText, restText, sentenceOf, shortOf } from './changed-sentence';
import { hasMonthsToCompare, useTracked, type TrackedFigures } from './use-tracked';
import { SENTENCES, whatChanged, type Changed } from './what-changed';

const TITLE = 'What changed';

interface Props {
  plan: Plan;
  view: View;
  className?: string;
}

/** Up to three sentences of what changed, worst first, whatever period is chosen. Absent while a plan has too few months to compare. */
export const WhatChanged = (props: Props) => hasMonthsToCompare(props.plan, props.view) && <ChangedCard {...props} />;

function ChangedCard({ plan, view, className }: Props) {
  const figures = useTracked(view, plan);
  const byAge = hasGroups(useWholeHeadcount(view));
  const exact = view.audience === 'staff';
  // The room of three sentences: kept while they load, and given up where there are fewer.
  const isFull = figures.data === undefined || whatChanged(figures.data.figures).told.length === SENTENCES;
  return (
    <FigureCard
      title={TITLE}
      figures={figures}
      look="card overflow-hidden"
      className={cx(
        isFull && !figures.failed && 'min-h-[34rem] sm:min-h-[44.75rem] xl:min-h-112 min-[90rem]:min-h-97',
        className,
      )}
      head={
        <div className="px-4 pb-3 pt-4 sm:px-5">
          <CardHead
            title={TITLE}
            note={`Worst first, over the last 3 and 12 months and by runs of months${isNarrowed(view) ? ', of all members' : ''}. The period chosen above does not matter here.`}
          />
        </div>
      }
      bones={<Bone className="m-5 h-40" />}
    >
      {(tracked) => <Sentences tracked={tracked} byAge={byAge} exact={exact} />}
    </FigureCard>
  );
}

interface SentencesProps {
  tracked: TrackedFigures;
  /** Whether the plan has figures by age group. */
  byAge: boolean;
  /** Exact figures have no margins. */
  exact: boolean;
}
function Sentences({ tracked, byAge, exact }: SentencesProps) {
  const { figures, months } = tracked;
  const { told, also } = whatChanged(figures);
  if (told.length === 0)
    return <p className="border-t px-4 py-4 text-base text-ink-2 sm:px-5">{nothingChangedText(tracked, exact)}</p>;
  const named = new Set([...told, ...also].map(({ key }) => key));
  const rest = restText(
    figures.filter(({ key }) => !named.has(key)),
    exact,
  );
  return (
    <>
      <ol className="divide-y border-t">
        {told.map((changed) => (
          <Row key={changed.key} changed={changed} tracked={tracked} byAge={byAge} />
        ))}
      </ol>
      <p className="mt-auto border-t bg-sunken px-4 py-2.5 text-sm text-ink-3 max-sm:hidden sm:px-5">
        {also.length > 0 && `Also: ${also.map((changed) => shortOf(changed, tracked)).join('; ')}. `}
        {rest !== '' && `${rest} `}
        Lines show month ends from {month(months[0]!)} to {month(months.at(-1)!)}.
      </p>
    </>
  );
}

type RowProps = Pick<SentencesProps, 'tracked' | 'byAge'> & { changed: Changed };
function Row({ changed, tracked, byAge }: RowProps) {
  const linkTo = useWholeViewLink();
  const { lead, figures, small, by, over, to } = sentenceOf(changed, tracked, byAge);
  const isWorse = changed.is === 'worse';
  const Icon = isWorse ? TriangleAlert : CircleCheck;
  const tone = isWorse ? 'text-attention' : 'text-good';
  const [path, own] = to.split('?');
  const view = linkTo('');
  return (
    <li
      className={cx(
        'relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3.5 hover:bg-hover sm:px-5 xl:grid-cols-[5.5rem_minmax(0,1fr)_13rem_6.5rem_8.5rem]',
      )}
    >
      <span className={cx('inline-flex items-center gap-1.5 text-base font-semibold', tone)}>
        <Icon size={16} aria-hidden />
        {isWorse ? 'Worse' : 'Better'}
      </span>
      <p className="col-span-2 row-start-2 min-w-0 text-base text-ink xl:col-auto xl:row-auto">
        <Link
          to={{ pathname: path, search: [view.slice(1), own].filter(Boolean).join('&') }}
          className="font-semibold hover:underline after:absolute after:inset-0"
        >
          {lead}
        </Link>
        : {figures}.{small !== '' && <span className="block text-sm text-ink-3 max-sm:hidden">{small}</span>}
      </p>
      <div className="col-span-2 row-start-3 max-sm:hidden xl:col-auto xl:row-auto">
        <ChangedLine
          cells={tracked.figures.find(({ key }) => key === changed.key)!.cells}
          months={changed.months}
          tone={changed.is}
        />
      </div>
      <p className="col-start-2 row-start-1 text-right xl:col-auto xl:row-auto">
        <span className={cx('text-md font-semibold', tone)}>{by}</span>{' '}
        <span className="text-sm text-ink-3 xl:block">{over}</span>
      </p>
      <p
        aria-hidden
        className="link col-span-2 inline-flex items-center gap-1 text-base font-medium max-sm:hidden xl:col-auto xl:justify-end"
      >
        {byAge ? 'By age group' : 'Over time'} <ChevronRight size={15} />
      </p>
    </li>
  );
}

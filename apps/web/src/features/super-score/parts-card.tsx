import { TriangleAlert } from 'lucide-react';
import type { View } from '../../portal/analytics/figures-view';
import { changeOf, NO_CELL, series, type Cell, type Change } from '../../portal/analytics/result';
import { areas, ATTENTION_SCORE, type Area } from '../../portal/figures/scored-areas';
import { Figure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { NoClearChange } from '../../portal/figures/no-clear-change';
import { usePeerMark } from '../../portal/peers/peer-marks';
import { PeersKey } from '../../portal/peers/peers-key';
import { CardHead } from '../../ui/card';
import { Delta } from '../../ui/delta';
import { date, number } from '../../ui/format';
import { ShareBar } from '../../ui/share-bar';
import { Bone } from '../../ui/states';
import type { Scores } from './use-earlier-scores';

const TITLE = 'Where the stars come from';

/** The five areas, each with its mark at half a star. */
export const PartsCard = ({ view, scores, className }: { view: View; scores: Scores; className?: string }) => (
  <FigureCard
    title={TITLE}
    figures={scores}
    className={className}
    head={
      <CardHead
        title={TITLE}
        note={
          <>
            Each area adds up to one star. The mark is at a half, where attention begins.{' '}
            <PeersKey view={view} names={areas.map(({ key }) => `${key}Score` as const)} />
          </>
        }
      />
    }
    bones={<Bone className="mt-4 h-56 w-full" />}
  >
    {({ rows, months, of }) => (
      <ul className="mt-3.5 space-y-3">
        {areas.map((area) => {
          const cells = series(rows, months, area.points);
          return (
            <Part
              key={area.key}
              area={area}
              score={cells.at(-1) ?? NO_CELL}
              change={changeOf(cells)}
              since={of.since}
              view={of}
            />
          );
        })}
      </ul>
    )}
  </FigureCard>
);

interface PartProps {
  area: Area;
  score: Cell;
  change: Change | null;
  since: string;
  view: View;
}
function Part({ area, score, change, since, view }: PartProps) {
  const { between, heard } = usePeerMark(view, `${area.key}Score`, 'stars');
  const warns = score.value !== null && score.value < ATTENTION_SCORE;
  return (
    <li>
      <div className="mb-1.5 flex items-center justify-between gap-2 text-base">
        <span className="inline-flex items-center gap-1.5">
          {area.name}
          {warns && <TriangleAlert size={15} className="text-attention" role="img" aria-label="Low" />}
        </span>
        <span className="inline-flex items-center gap-2">
          <Figure cell={score} format={(value) => number(value, 2)} className="font-semibold" />
          {change &&
            (change.clear ? (
              <>
                <Delta value={change.by} unit="" digits={2} />
                <span className="sr-only">since {date(since)}</span>
              </>
            ) : (
              <NoClearChange className="text-ink-3" />
            ))}
        </span>
      </div>
      <ShareBar ratio={score.value} mark={ATTENTION_SCORE} between={between} tone={warns ? 'attention' : 'plot'} />
      {heard}
    </li>
  );
}

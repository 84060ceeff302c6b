import type { ReactNode } from 'react';
import type { PeerFlag } from '@superscope/contracts/peer-figures';
import type { Loaded } from '../analytics/loaded';
import { shortBase } from '../figures/base';
import { ConcernMark } from '../figures/concern-mark';
import { ChangeFigure, CountFigure, ShareFigure } from '../figures/figure';
import { FigureCard } from './figure-card';
import { PartMonthNote } from '../figures/part-month-note';
import { isWithheld, type ShareFigures } from '../figures/use-share';
import { WatchLink } from './watch-link';
import { PeerBar, PeerRing } from '../peers/peer-marks';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import { Bone } from '../../ui/states';
import { Heading } from '../../ui/heading';

interface Props<T extends ShareFigures> {
  title: string;
  figures: Loaded<T>;
  note?: string | undefined;
  good?: 'up' | 'neutral';
  /** Marks the card if the share is above CONCERN_SHARE. */
  concern?: boolean;
  /** Draws the share as a ring beside the count. */
  ring?: boolean;
  /** The flag whose share is compared with other plans. */
  peers?: PeerFlag | undefined;
  className?: string;
  /** The plan, and the key by which the figure is watched. */
  watched?: { planId: string; metric: string };
  /** Drawn under the count. */
  children?: (figures: T) => ReactNode;
}

/** A small card: how many members, their share, and its change. */
export const CountCard = <T extends ShareFigures>({
  title,
  figures,
  note,
  good,
  concern,
  ring,
  peers,
  watched,
  className,
  children,
}: Props<T>) => (
  <FigureCard
    title={title}
    figures={figures}
    className={cx('min-h-[150px]', className)}
    head={
      <div className="flex items-start justify-between gap-2">
        <Heading className="text-base font-semibold leading-[18px]">{title}</Heading>
        <span className="flex items-start gap-2">
          {concern && <ConcernMark share={figures.data?.newest.share} />}
          {watched && <WatchLink {...watched} name={title} />}
        </span>
      </div>
    }
    bones={
      <div className="mt-2">
        <Bone className="h-7 w-20" />
        <Bone className="mt-4 h-12 w-full" />
      </div>
    }
  >
    {(data) => (
      <>
        <div className="mt-1.5 flex flex-1 flex-wrap justify-between gap-3 sm:flex-nowrap">
          <div>
            <p className="flex flex-wrap items-baseline gap-x-2.5">
              <CountFigure count={data.newest.count} className="metric" longClassName="my-1 text-lg font-semibold" />
              <ChangeFigure
                change={data.change}
                withheld={data.changeWithheld && !isWithheld(data.newest)}
                points
                good={good}
                since={date(data.of.since)}
              />
            </p>
            <p className="text-sm text-ink-3">
              {isWithheld(data.newest) ? (
                'Members'
              ) : (
                <>
                  <ShareFigure of={data.newest.share} /> {shortBase(data.unknown)}
                </>
              )}
            </p>
            {note && <p className="mt-1.5 text-sm text-ink-3">{note}</p>}
            <PartMonthNote month={data.partMonth} />
          </div>
          {ring && <PeerRing view={data.of} peers={peers} of={data.newest.share} size={84} width={9} />}
        </div>
        {!ring && peers && (
          <div className="mt-2">
            <PeerBar view={data.of} peers={peers} of={data.newest.share} />
          </div>
        )}
        {children && <div className="mt-2.5">{children(data)}</div>}
      </>
    )}
  </FigureCard>
);

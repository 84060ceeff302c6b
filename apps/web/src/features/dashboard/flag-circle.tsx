import type { PeerFlag } from '@superscope/contracts/peer-figures';
import type { Loaded } from '../../portal/analytics/loaded';
import { shortBase } from '../../portal/figures/base';
import { ChangeFigure, CountFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { PartMonthNote } from '../../portal/figures/part-month-note';
import { PeerRing } from '../../portal/peers/peer-marks';
import { isWithheld, windowOf, type ShareFigures } from '../../portal/figures/use-share';
import { date } from '../../ui/format';
import { Bone } from '../../ui/states';

interface Props {
  name: string;
  figures: Loaded<ShareFigures>;
  /** The share that is compared with other plans. */
  peers?: PeerFlag;
  /** For something that happens: names the window in which it counts. */
  windowed?: true;
}
/** A share of members as a ring, beside others in one card. */
export const FlagCircle = ({ name, figures, peers, windowed }: Props) => (
  <FigureCard
    part
    title={name}
    figures={figures}
    className="!flex-row items-center gap-3.5 sm:!flex-col sm:items-stretch sm:gap-0"
    head={
      <p className="order-2 flex flex-1 items-end text-base leading-[18px] text-ink-2 sm:order-none sm:mb-2.5 sm:min-h-9 sm:flex-none">
        {windowed && figures.data ? `${name} ${windowOf(figures.data)}` : name}
      </p>
    }
    bones={<Bone className="size-[76px] !rounded-full" />}
  >
    {({ newest, unknown, change, changeWithheld, partMonth, of }) => (
      // The text stands beside the ring if the narrowest of the three has room, otherwise below it.
      <div className="flex items-center gap-x-3 gap-y-1 sm:flex-wrap">
        <PeerRing view={of} peers={peers} of={newest.share} />
        <div className="min-w-16">
          <p className="text-lg font-semibold">
            <CountFigure count={newest.count} longClassName="w-16 text-left text-sm font-semibold leading-4" />
          </p>
          <ChangeFigure
            change={change}
            withheld={changeWithheld && !isWithheld(newest)}
            points
            since={date(of.since)}
            longClassName="w-16 text-left leading-4"
          />
        </div>
        <PartMonthNote month={partMonth} />
        {(unknown.value ?? 0) > 0 && <p className="text-sm text-ink-3">{shortBase(unknown)}</p>}
      </div>
    )}
  </FigureCard>
);

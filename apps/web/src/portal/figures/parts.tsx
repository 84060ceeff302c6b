import { NO_CELL } from '../analytics/result';
import { ShareFigure } from './figure';
import { seriesColour, type Family } from './series-colour';
import type { Distribution } from './use-distribution';
import type { ShownTheme } from '../../ui/theme';

/** The newest parts of a distribution with their colours, for a drawing and for a table. */
export function partsOf({ series }: Distribution, family: Family, digits: number, theme: ShownTheme) {
  const known = series
    .filter(({ name }) => name !== 'Unknown')
    .map(({ name, monthly }) => ({
      name,
      colour: seriesColour(family, name, theme),
      share: monthly.at(-1)?.share ?? NO_CELL,
    }));
  return {
    drawn: known.flatMap(({ name, colour, share }) =>
      share.value === null ? [] : [{ name, colour, value: share.value }],
    ),
    /** True if some figures are words instead of numbers, and need a line of their own. */
    wordy: known.some(({ share }) => share.about !== null || share.withheld !== null),
    whole: known.every(({ share }) => share.value !== null && share.about !== 'least'),
    listed: known.map(({ name, colour, share }) => ({
      name,
      colour,
      figure: <ShareFigure of={share} digits={digits} />,
    })),
  };
}

import type { View } from '../analytics/figures-view';
import { NO_CELL } from '../analytics/result';
import { CountFigure } from '../figures/figure';
import { useNominations } from './nominations';

/**
 * The members beside those who nominated nobody: whom the fund need not follow, and whose nomination expired. Draws nothing of a number
 * that is not published.
 */
export function OtherNominations({ view }: { view: View }) {
  const { series = [] } = useNominations(view).data ?? {};
  const countOf = (name: string) => series.find((each) => each.name === name)?.monthly.at(-1)?.count ?? NO_CELL;
  const [loose, expired] = [countOf('Non-binding'), countOf('Expired binding')];
  const isTold = ({ value, withheld }: typeof loose) => value !== null || withheld === '<11';
  if (!isTold(loose)) return null;
  return (
    <>
      Another <CountFigure count={loose} /> named somebody whom the fund need not follow: the nomination is not binding.
      {isTold(expired) && (
        <>
          {' '}
          The binding nomination of <CountFigure count={expired} /> has expired.
        </>
      )}
    </>
  );
}

import type { PeerFigureName } from '@superscope/contracts/peer-figures';
import { cx } from '../../ui/class-names';
import { Explained } from '../../ui/explained';
import { useAsOf } from '../as-of/use-as-of';
import type { View } from '../analytics/figures-view';
import { explanation, noPeersText, rangeText, type PeerUnit } from './peer-text';
import { useUnfinished } from '../../ui/unfinished';
import { usePeerFigure, usePeers } from './use-peers';

interface Props {
  view: View;
  name: PeerFigureName;
  unit?: PeerUnit;
  /** The name of the figure, if there are several figures above the line. */
  label?: string;
  className?: string;
}

/** The range of the middle half of the platform's plans, under the plan's own figure. Draws nothing if it is not known. */
export function PeerLine({ view, name, unit = 'percent', label, className }: Props) {
  const peer = usePeerFigure(view, name);
  // Reserves the height of the line, so that cards below do not jump.
  if (peer === undefined) return unit === 'stars' || isArea(name) ? <p className={cx('min-h-6', className)} /> : null;
  if (peer === null) return null;
  const text = explanation(peer.figure, peer, unit);
  const range = rangeText(peer.figure, unit);
  const start = `${label === undefined ? 'Middle half' : `${label}, middle half`} of ${peer.figure.plans} plans`;
  return (
    <p className={cx('text-sm', className ?? 'text-ink-3')}>
      <Explained
        label={`${start}: ${range}. ${text}`}
        explanation={text}
        offset={6}
        className="inline-flex min-h-6 cursor-help items-center [text-align:inherit] decoration-dotted underline-offset-4 hover:underline"
      >
        <span>
          {start}: <span className="whitespace-nowrap">{range}</span>
        </span>
      </Explained>
    </p>
  );
}

const isArea = (name: PeerFigureName) => name.endsWith('Concern');

/** Says on the first card of a page that there are no peers, that they did not load, or that they are not shown. */
export function PeersNote({ view, className }: Pick<Props, 'view' | 'className'>) {
  const peers = usePeers(view);
  const asOf = useAsOf();
  useUnfinished(asOf === null && peers?.failed ? 'failed' : null);
  if (asOf !== null)
    return <p className={cx('text-sm', className ?? 'text-ink-3')}>Other plans are not shown as of then.</p>;
  if (peers === null) return null;
  const sentence = peers.data && noPeersText(peers.data);
  if (!peers.failed && !sentence) return null;
  return (
    <p className={cx('text-sm', className ?? 'text-ink-3')}>
      {peers.failed ? (
        <>
          The peers of the plan did not load.{' '}
          <button type="button" onClick={peers.retry} className="font-semibold underline pointer-coarse:min-h-11">
            Try again
          </button>
        </>
      ) : (
        sentence
      )}
    </p>
  );
}

import { cx } from '../../ui/class-names';
import { useUnfinished } from '../../ui/unfinished';
import type { View } from '../analytics/figures-view';
import { useAsOf } from '../as-of/use-as-of';
import { noPeersText } from './peer-text';
import { usePeers } from './use-peers';

/** Says on the first card of a page that there are no peers, that they did not load, or that they are not shown. */
export function PeersNote({ view, className }: { view: View; className?: string }) {
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

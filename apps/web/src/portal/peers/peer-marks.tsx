import type { PeerFigureName, PeerFlag } from '@superscope/contracts/peer-figures';
import { number } from '../../ui/format';
import { ShareBar } from '../../ui/share-bar';
import type { View } from '../analytics/figures-view';
import type { Cell } from '../analytics/result';
import { ShareRing } from '../figures/share-ring';
import { halfText, type PeerUnit } from './peer-text';
import { usePeerFigure } from './use-peers';

/**
 * Where half of the plans lie: the ends of a mark, of 1, and the same in words for readers who do not see it. Both are null if it is not
 * known. `PeersKey` explains the mark, once a page.
 */
export function usePeerMark(view: View, name: PeerFigureName, unit: PeerUnit = 'percent') {
  const peer = usePeerFigure(view, name)?.figure;
  if (!peer) return { between: null, heard: null };
  const whole = unit === 'percent' ? 100 : 1;
  return {
    between: [peer.lower / whole, peer.upper / whole] as const,
    heard: <span className="sr-only">{halfText(peer, unit)}</span>,
  };
}

interface ShareProps {
  view: View;
  /** Undefined if the share is not compared. */
  peers: PeerFlag | undefined;
  of: Cell;
}

interface RingProps extends ShareProps {
  size?: number;
  width?: number;
}
/** A share as a ring, with a thin line around it where half of the plans lie. */
export const PeerRing = ({ peers, ...ring }: RingProps) =>
  peers === undefined ? (
    <ShareRing of={ring.of} size={ring.size} width={ring.width} />
  ) : (
    <Compared {...ring} peers={peers} />
  );

function Compared({ view, peers, ...ring }: RingProps & { peers: PeerFlag }) {
  const { between, heard } = usePeerMark(view, peers);
  return (
    <>
      <ShareRing {...ring} between={between} />
      {heard}
    </>
  );
}

/** A share as a bar, with a thin line under it where half of the plans lie. */
export function PeerBar({ view, peers, of }: ShareProps & { peers: PeerFlag }) {
  const { between, heard } = usePeerMark(view, peers);
  return (
    <>
      <ShareBar
        ratio={of.value === null ? null : of.value / 100}
        least={of.about === 'least'}
        between={between}
        tone="plot"
      />
      {heard}
    </>
  );
}

/** The same in words, for a figure without a mark: `On track: half of 12 plans have 96.6 to 99.1%`. */
export function PeerSentence({
  view,
  name,
  label,
  className,
}: {
  view: View;
  name: PeerFlag;
  label: string;
  className: string;
}) {
  const peer = usePeerFigure(view, name)?.figure;
  if (!peer) return null;
  const half = halfText(peer, 'percent');
  return (
    <p className={className}>
      {label}: {half[0]!.toLowerCase()}
      {half.slice(1)}
    </p>
  );
}

/** The ends of a scale around some scores: the fifths of a star that leave a tenth on each side. */
const scaleOf = (values: readonly number[]): [number, number] => [
  Math.max(0, Math.floor((Math.min(...values) - 0.1) * 5) / 5),
  Math.min(5, Math.ceil((Math.max(...values) + 0.1) * 5) / 5),
];

/** A plan's score between those of half of the plans, on a scale. Draws nothing if they are not known. */
export function PeerBand({ view, score, className }: { view: View; score: Cell; className: string }) {
  const peer = usePeerFigure(view, 'score')?.figure;
  if (!peer) return null;
  const { value } = score;
  const [from, to] = scaleOf([peer.lower, peer.upper, ...(value === null ? [] : [value])]);
  const at = (stars: number) => `${(100 * (stars - from)) / (to - from)}%`;
  return (
    <div className={className}>
      <span aria-hidden className="relative block h-1.5">
        <span className="absolute inset-0 rounded-full bg-current opacity-20" />
        <span
          className="absolute inset-y-0 min-w-1 rounded-full bg-current opacity-60"
          style={{ left: at(peer.lower), right: `calc(100% - ${at(peer.upper)})` }}
        />
        {value !== null && <span className="absolute -inset-y-1 w-0.5 rounded bg-star" style={{ left: at(value) }} />}
      </span>
      <p className="mt-1.5 flex justify-between gap-2 text-sm">
        <span aria-hidden>{number(from, 2)}</span>
        <span>{halfText(peer, 'stars')}</span>
        <span aria-hidden>{number(to, 2)}</span>
      </p>
    </div>
  );
}

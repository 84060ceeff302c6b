import type { PeerFigureName } from '@superscope/contracts/peer-figures';
import { CircleQuestionMark } from 'lucide-react';
import { Explained } from '../../ui/explained';
import { date } from '../../ui/format';
import type { View } from '../analytics/figures-view';
import { lastOfMonth } from '../period/period';
import { usePeers } from './use-peers';

/** The meaning of the line under the bars of several cards, and its only explanation. Draws nothing without peers. */
export function PeersKey({ view, names }: { view: View; names: readonly PeerFigureName[] }) {
  const peers = usePeers(view)?.data;
  const counts = names.flatMap((name) => peers?.figures[name]?.plans ?? []);
  if (!peers || peers.month === null || counts.length === 0) return null;
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const plans = least === most ? `${most}` : `${least} to ${most}`;
  const without = names.length - counts.length;
  const text = `The line shows where the middle half of the other plans lie: a quarter are lower and a quarter are higher. Counted are the plans of 30 members or more on the same platform, ${plans} of them, by their published figures of ${date(lastOfMonth(`${peers.month}-01`))}.${without > 0 ? ' An area without the line has too few plans to compare it with.' : ''} No plan is named.`;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-ink-3">
      <span aria-hidden className="h-0.5 w-5 rounded bg-ink-3" />
      half of the {plans} plans like yours lie here
      <Explained
        label={`What the line means. ${text}`}
        explanation={text}
        offset={6}
        className="cursor-help rounded-full"
      >
        <CircleQuestionMark size={15} aria-hidden />
      </Explained>
    </span>
  );
}

import type { DevOpsNode, NodeState } from '@superscope/contracts/dev-ops';
import { sydneyDate, sydneyTime } from '@superscope/contracts/sydney-time';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleStop,
  LoaderCircle,
  Octagon,
  RotateCcw,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { durationText } from '../../ui/duration';
import { dateTime } from '../../ui/format';

interface Look {
  Icon: LucideIcon;
  text: string;
  soft: string;
  /** For screen readers. */
  word: string;
}

export const LOOKS: Record<Exclude<NodeState, 'none'>, Look> = {
  failed: { Icon: CircleAlert, text: 'text-danger', soft: 'bg-danger-soft text-danger', word: 'Failed' },
  attention: {
    Icon: TriangleAlert,
    text: 'text-attention',
    soft: 'bg-attention-soft text-attention',
    word: 'Needs attention',
  },
  retrying: { Icon: RotateCcw, text: 'text-attention', soft: 'bg-attention-soft text-attention', word: 'Will retry' },
  stopping: { Icon: Octagon, text: 'text-ink-2', soft: 'bg-sunken text-ink-2', word: 'Stopping' },
  running: { Icon: LoaderCircle, text: 'text-info', soft: 'bg-info-soft text-info', word: 'Running' },
  waiting: { Icon: CircleDashed, text: 'text-ink-3', soft: 'bg-sunken text-ink-2', word: 'Waiting' },
  well: { Icon: CircleCheck, text: 'text-good', soft: 'bg-good-soft text-good', word: 'Well' },
  stopped: { Icon: CircleStop, text: 'text-ink-3', soft: 'bg-sunken text-ink-2', word: 'Stopped' },
};

const timeText = (instant: string, now: number): string =>
  sydneyDate(instant) === sydneyDate(new Date(now)) ? sydneyTime(instant) : dateTime(instant);

/** What stands at the right of a node: its number or word, and its instant as of now. */
export function rightText({ value, at }: DevOpsNode, now: number): string {
  if (at === null) return value ?? '';
  const passed = Math.max(0, Math.round((now - Date.parse(at.instant)) / 1000));
  switch (at.reads) {
    case 'since':
      return `${value ?? 'since'} ${durationText(passed)}`;
    case 'up':
      return [`up ${durationText(passed)}`, ...(value === null ? [] : [value])].join(', ');
    case 'took':
      return [...(value === null ? [] : [value]), durationText(passed)].join(' ');
    case 'left': {
      const left = Math.max(0, Math.round((Date.parse(at.instant) - now) / 1000));
      return [...(value === null ? [] : [value]), `${durationText(left)} left`].join(', ');
    }
    case 'at':
      return [...(value === null ? [] : [value]), timeText(at.instant, now)].join(' ');
  }
}

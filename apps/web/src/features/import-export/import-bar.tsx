import { number } from '../../ui/format';
import { secondsLeft, timeLeftText, type Seen } from './time-left';

interface BarProps {
  label: string;
  /** 0 to 1 */
  part: number;
  text: string;
}
const Bar = ({ label, part, text }: BarProps) => (
  <>
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.floor(part * 100)}
      aria-valuetext={text}
      className="h-2 overflow-hidden rounded-full bg-track"
    >
      <div className="h-full rounded-full bg-brand" style={{ width: `${part * 100}%` }} />
    </div>
    <p className="mt-1 text-sm text-ink-2 tabular-nums">{text}</p>
  </>
);

const megabytes = (bytes: number) => number(bytes / 1e6, bytes < 1e8 ? 1 : 0);

/** The uploaded share of a file. The server validates it while it arrives. */
export const SentBar = ({ label, sent, size }: { label: string; sent: number; size: number }) => (
  <Bar
    label={label}
    part={size === 0 ? 1 : Math.min(1, sent / size)}
    text={`${megabytes(sent)} of ${megabytes(size)} MB`}
  />
);

interface ImportBarProps {
  label: string;
  rows: number;
  progress: { done: number; events: number | null } | null;
  first: Seen | null;
  now: Seen | null;
}

/** The progress of an accepted import: rows, events, and the estimated remaining time. */
export function ImportBar({ label, rows, progress, first, now }: ImportBarProps) {
  const done = progress?.done ?? 0;
  const events = progress?.events ?? null;
  const left = first === null || now === null ? null : secondsLeft(first, now, rows);
  const text = [
    `${number(done)} of ${number(rows)} rows`,
    ...(events === null ? [] : [`${number(events)} events`]),
    ...(left === null ? [] : [timeLeftText(left)]),
  ].join(' · ');
  return <Bar label={label} part={rows === 0 ? 1 : Math.min(1, done / rows)} text={text} />;
}

import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import type { Verdict } from './verdict';

const TONES = {
  good: { Icon: CircleCheck, text: 'text-good', soft: 'bg-good-soft text-good' },
  attention: { Icon: TriangleAlert, text: 'text-attention', soft: 'bg-attention-soft text-attention' },
  danger: { Icon: CircleAlert, text: 'text-danger', soft: 'bg-danger-soft text-danger' },
} as const;

export function VerdictLine({ verdict: { tone, sentence, opensAlerts } }: { verdict: Verdict }) {
  const { Icon, text } = TONES[tone];
  return (
    <div className="card flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <p role="status" className="flex items-center gap-3 text-md font-semibold">
        <Icon size={20} className={cx('shrink-0', text)} aria-hidden />
        {sentence}
      </p>
      {opensAlerts && (
        <Link to="/operations/alerts" className="link ml-auto rounded-sm hover:underline">
          Open Alerts
        </Link>
      )}
    </div>
  );
}

export function Badge({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const { Icon, soft } = TONES[tone];
  return (
    <span className={cx('inline-flex h-6 items-center gap-1 rounded-full px-2 text-sm font-semibold', soft)}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  );
}

interface MetricProps {
  title: string;
  value: string;
  note: string;
  right?: ReactNode;
}
export const Metric = ({ title, value, note, right }: MetricProps) => (
  <Card aria-label={title}>
    <CardHead title={title} right={right} />
    <p className="metric mt-2">{value}</p>
    <p className="text-sm text-ink-3">{note}</p>
  </Card>
);

interface ProgressProps {
  label: string;
  /** From 0 to 1. */
  share: number;
}
export const ProgressLine = ({ label, share }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    className="h-2 overflow-hidden rounded-full bg-track"
  >
    <div className="settle h-full bg-plot" style={{ width: `${share * 100}%` }} />
  </div>
);

/** Names with their values. */
export const Lines = ({ lines }: { lines: readonly { name: string; value: ReactNode }[] }) => (
  <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-base">
    {lines.map(({ name, value }) => (
      <div key={name} className="contents">
        <dt className="text-ink-3">{name}</dt>
        <dd className="tnum text-right wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

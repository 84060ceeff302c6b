import type { WorkItem } from '@superscope/contracts/work';
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { momentTime } from '../../ui/format';

/** The steps of the work and its tries, under its row. */
export function WorkDetail({ item: { state, steps, tries } }: { item: WorkItem }) {
  const next = steps.findIndex(({ doneAt }) => doneAt === null);
  return (
    <div className="grid gap-x-8 gap-y-4 rounded-md border bg-surface p-4 md:grid-cols-2">
      <List title="Steps">
        {steps.map(({ name, doneAt }, at) => {
          const isNow = at === next && state === 'running';
          const [icon, tone]: [LucideIcon, string] =
            doneAt !== null
              ? [CircleCheck, 'text-good']
              : isNow
                ? [LoaderCircle, 'text-info']
                : [CircleDashed, 'text-ink-3'];
          return (
            <Line key={name} icon={icon} tone={tone} time={doneAt === null ? '–' : momentTime(doneAt)}>
              <b className="font-semibold">{name}</b>
              {isNow && ' now'}
            </Line>
          );
        })}
      </List>
      <List title="Tries">
        {tries.length === 0 && <li className="text-sm text-ink-3">None yet.</li>}
        {tries.map(({ startedAt, reason }, at) => {
          const isLast = at === tries.length - 1;
          const outcome = reason ?? (isLast ? (OUTCOMES[state] ?? 'Left by its process') : 'Left by its process');
          const isGood = reason === null && isLast && (state === 'done' || state === 'running');
          return (
            <Line
              key={startedAt}
              icon={isGood ? (state === 'done' ? CircleCheck : LoaderCircle) : CircleAlert}
              tone={isGood ? (state === 'done' ? 'text-good' : 'text-info') : 'text-attention'}
              time={momentTime(startedAt)}
            >
              <b className="font-semibold">{at + 1}.</b> {outcome}
            </Line>
          );
        })}
      </List>
    </div>
  );
}

const OUTCOMES: Partial<Record<WorkItem['state'], string>> = {
  running: 'Under way',
  stopping: 'Ends after this step',
  stopped: 'Stopped',
  failed: 'Failed',
  done: 'Succeeded',
};

const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-2 text-sm font-semibold text-ink-2">{title}</h3>
    <ul className="grid gap-2">{children}</ul>
  </div>
);

const Line = (props: { icon: LucideIcon; tone: string; time: string; children: ReactNode }) => {
  const { icon: Icon, tone, time, children } = props;
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon size={15} className={cx('mt-0.5 shrink-0', tone)} aria-hidden />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <span className="shrink-0 whitespace-nowrap tabular-nums text-ink-3">{time}</span>
    </li>
  );
};

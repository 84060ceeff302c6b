import { anchorOf, type Alert, type AlertList } from '@superscope/contracts/alerts';
import { CircleCheck, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { RecordTable } from '../../portal/records/record-table';
import { useStoreState } from '../../portal/state';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { durationText } from '../../ui/duration';
import { MessageBox } from '../../ui/message-box';
import { useSeconds } from '../../ui/use-seconds';
import { alertColumns, standingOf, STANDINGS, type AlertActions, type Standing } from './alert-columns';

/** One api looks each minute. After this long something hinders it. */
const OLD_AFTER_SECONDS = 5 * 60;

/** The alert that the address names, as messages do, is brought into view once it is drawn. */
function useNamedAlert(alerts: readonly Alert[]): string {
  const { hash, key } = useLocation();
  const named = hash.slice(1);
  const shown = useRef<string | null>(null);
  const isHere = alerts.some(({ title }) => anchorOf(title) === named);
  useEffect(() => {
    if (!isHere || shown.current === key) return;
    shown.current = key;
    const place = document.getElementById(named);
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [isHere, key, named]);
  return named;
}

/** What complains, who heard of it, and who has it in hand. */
export function NowCard({ list, actions }: { list: AlertList; actions: AlertActions }) {
  const user = useStoreState((state) => state.session.user);
  const { alerts, quiet, addresses, lookedAt } = list;
  const named = useNamedAlert(alerts);
  const ended = quiet.find(({ title }) => anchorOf(title) === named);
  return (
    <>
      {ended !== undefined && (
        <div className="mb-4">
          <MessageBox tone="good" stays>
            <b className="font-semibold">{ended.title}</b> fires no more: {ended.looksAt}.
          </MessageBox>
        </div>
      )}
      <RecordTable
        label="Now"
        rows={alerts}
        columns={alertColumns({ user, hasAddresses: addresses.length > 0, named }, actions)}
        idOf={({ check }) => check}
        toneOf={(alert) => (standingOf(alert) === 'fires' ? 'bg-danger-soft' : undefined)}
        head={
          <div className="border-b p-4 sm:px-5">
            <CardHead
              title="Now"
              note="The same names as on System health, Background work and Developer Operations"
              stacks
              right={<Counts alerts={alerts} quiet={quiet.length} />}
            />
          </div>
        }
        empty={
          lookedAt === null
            ? {
                icon: Hourglass,
                title: 'Nobody has looked yet',
                className: 'min-h-44 p-5',
                children: 'An api looks at every check within a minute of its start.',
              }
            : {
                icon: CircleCheck,
                title: 'Nothing fires',
                className: 'min-h-44 p-5',
                children: 'Every check found that all is well.',
              }
        }
        foot={
          <div className="border-t px-4 py-3 text-sm text-ink-2 sm:px-5">
            <LookedAt at={lookedAt} />
            {quiet.length > 0 && <Quiet quiet={quiet} />}
          </div>
        }
      />
    </>
  );
}

const ORDER: readonly Standing[] = ['fires', 'pending', 'inHand', 'muted'];
const WORDS: Record<Standing, (count: number) => string> = {
  fires: (count) => `${count} ${count === 1 ? 'fires' : 'fire'}`,
  pending: (count) => `${count} pending`,
  inHand: (count) => `${count} in hand`,
  muted: (count) => `${count} muted`,
};
const CHIP = 'inline-flex h-6 items-center rounded-full px-2.5 text-sm font-semibold tabular-nums';

function Counts({ alerts, quiet }: { alerts: readonly Alert[]; quiet: number }) {
  return (
    <p className="flex flex-wrap gap-2">
      {ORDER.map((standing) => {
        const count = alerts.filter((alert) => standingOf(alert) === standing).length;
        return (
          count > 0 && (
            <span key={standing} className={cx(CHIP, STANDINGS[standing].soft)}>
              {WORDS[standing](count)}
            </span>
          )
        );
      })}
      {quiet > 0 && <span className={cx(CHIP, 'bg-good-soft text-good')}>{quiet} quiet</span>}
    </p>
  );
}

function LookedAt({ at }: { at: string | null }) {
  const now = useSeconds();
  if (at === null) return <p>Looked at each minute.</p>;
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const isOld = seconds > OLD_AFTER_SECONDS;
  return (
    <p className={cx('tabular-nums', isOld && 'font-medium text-attention')}>
      {isOld
        ? `Nobody has looked for ${durationText(seconds)}, so what stands here is of then. See whether an api runs, and its log.`
        : `Looked ${durationText(seconds)} ago, each minute`}
    </p>
  );
}

const Quiet = ({ quiet }: { quiet: AlertList['quiet'] }) => (
  <details className="mt-1">
    <summary className="link w-fit cursor-pointer rounded-sm pointer-coarse:min-h-11 pointer-coarse:content-center">
      {quiet.length === 1 ? 'One quiet check' : `${quiet.length} quiet checks`}
    </summary>
    <ul aria-label="Quiet checks" className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2 xl:grid-cols-3">
      {quiet.map(({ title, looksAt }) => (
        <li key={title} className="flex items-start gap-1.5">
          <CircleCheck size={15} aria-hidden className="mt-0.5 shrink-0 text-good" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold text-ink">{title}</span>: {looksAt}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

import { anchorOf, type Alert } from '@superscope/contracts/alerts';
import type { Right } from '@superscope/contracts/rights';
import { BellOff, Check, CircleAlert, CircleDashed, TriangleAlert, Undo2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RecordColumn } from '../../portal/records/record-columns';
import { may, type User } from '../../portal/user/user';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { durationText } from '../../ui/duration';
import { dateTime } from '../../ui/format';
import { WhatToDo } from './what-to-do-part';

export interface AlertActions {
  onAcknowledge: (alert: Alert) => void;
  onMute: (alert: Alert) => void;
  onRelease: (alert: Alert, how: 'give-back' | 'unmute') => void;
}

interface Shown {
  user: User | null;
  hasAddresses: boolean;
  /** The anchor that the page's address names, with or without an alert. */
  named: string;
}

export type Standing = 'fires' | 'inHand' | 'muted' | 'pending';

/** What is most important about an alert: muted ones are told to nobody, whether or not somebody has them in hand. */
export const standingOf = ({ state, inHand, muted }: Alert): Standing =>
  muted !== null ? 'muted' : inHand !== null ? 'inHand' : state;

export const STANDINGS: Record<Standing, { icon: LucideIcon; text: string; soft: string; word: string }> = {
  fires: { icon: CircleAlert, text: 'text-danger', soft: 'bg-danger-soft text-danger', word: 'Fires' },
  inHand: { icon: TriangleAlert, text: 'text-attention', soft: 'bg-attention-soft text-attention', word: 'In hand' },
  pending: { icon: CircleDashed, text: 'text-attention', soft: 'bg-attention-soft text-attention', word: 'Pending' },
  muted: { icon: BellOff, text: 'text-ink-2', soft: 'bg-sunken text-ink-2', word: 'Muted' },
};

export const alertColumns = (shown: Shown, actions: AlertActions): readonly RecordColumn<Alert>[] => [
  {
    head: 'Alert',
    leads: true,
    names: true,
    cell: (alert) => <What alert={alert} {...shown} />,
    className: 'min-w-44',
  },
  { head: 'Since', cell: ({ since }) => <Since at={since} />, className: 'tabular-nums xl:whitespace-nowrap' },
  {
    head: 'Told',
    cell: (alert) => <TellsTo alert={alert} hasAddresses={shown.hasAddresses} />,
    className: 'xl:min-w-36',
  },
  {
    head: 'In hand',
    cell: (alert) => <InHand alert={alert} />,
    listed: (alert) => standingOf(alert) !== 'pending',
    className: 'min-w-24 max-w-[280px] xl:min-w-44',
  },
  {
    head: 'Actions',
    quiet: true,
    cell: (alert) => <Actions alert={alert} {...actions} />,
    className: 'text-right',
  },
];

function What({ alert, user, named }: { alert: Alert } & Shown) {
  const { title, said, parts, page } = alert;
  const { icon: Icon, text, word } = STANDINGS[standingOf(alert)];
  const anchor = anchorOf(title);
  return (
    <div id={anchor} tabIndex={-1} className="flex scroll-mt-24 items-start gap-2.5 rounded-sm">
      <Icon size={18} aria-hidden className={cx('mt-px shrink-0', text)} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <b className={cx('font-semibold', alert.muted === null && text)}>{title}</b>
          <span className="sr-only">: {word}</span>
        </p>
        <p className="text-ink-2 wrap-anywhere">
          {said.charAt(0).toUpperCase()}
          {said.slice(1)}
        </p>
        {parts.length > 0 && (
          <ul className="mt-1 space-y-0.5 text-sm text-ink-2">
            {parts.map(({ label, description }, at) => (
              <li key={at} className="wrap-anywhere">
                <span className="font-medium text-ink">{label}</span>
                {description !== '' && ` ${description}`}
              </li>
            ))}
          </ul>
        )}
        <div className="mt-1.5 flex flex-wrap items-start gap-x-5">
          <WhatToDo title={title} isOpen={named === anchor} />
          {page !== null && may(user, page.right as Right) && (
            <Link
              to={page.path}
              className="link inline-flex items-center text-sm hover:underline pointer-coarse:min-h-11"
            >
              Open {page.name}
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}

const Small = ({ children }: { children: ReactNode }) => <span className="block text-sm text-ink-2">{children}</span>;

function Since({ at }: { at: string | null }) {
  if (at === null) return <span className="text-ink-2">Not known</span>;
  const seconds = Math.max(0, Math.round((new Date().getTime() - Date.parse(at)) / 1000));
  return (
    <>
      {dateTime(at)}
      <Small>{durationText(seconds)}</Small>
    </>
  );
}

function TellsTo({ alert: { state, told, againAt, muted }, hasAddresses }: { alert: Alert; hasAddresses: boolean }) {
  if (told === null) {
    if (!hasAddresses) return <span className="text-ink-2">Nobody: no address</span>;
    const why = muted !== null ? 'Nobody while muted' : state === 'pending' ? 'Nobody while pending' : 'Nobody yet';
    return <span className="text-ink-2">{why}</span>;
  }
  const { delivered, of } = told;
  return (
    <span className="tabular-nums">
      {delivered} of {of} {of === 1 ? 'address' : 'addresses'}
      {againAt !== null && (
        <Small>
          again each day, <span className="xl:whitespace-nowrap">next {dateTime(againAt)}</span>
        </Small>
      )}
    </span>
  );
}

function InHand({ alert: { state, inHand, muted } }: { alert: Alert }) {
  if (muted !== null)
    return (
      <span className="wrap-anywhere">
        Muted until <b className="font-semibold tabular-nums xl:whitespace-nowrap">{dateTime(muted.until)}</b>
        <Small>
          {muted.by}: ‘{muted.reason}’
        </Small>
      </span>
    );
  if (inHand !== null)
    return (
      <span className="wrap-anywhere">
        <b className="font-semibold">{inHand.by}</b>,{' '}
        <span className="tabular-nums xl:whitespace-nowrap">{dateTime(inHand.at)}</span>
        <Small>‘{inHand.reason}’</Small>
      </span>
    );
  return state === 'fires' ? <span className="text-attention">nobody yet</span> : <span className="text-ink-2">–</span>;
}

/** The first button keeps its place whatever it does, so that the keyboard stays on it. */
function Actions({ alert, onAcknowledge, onMute, onRelease }: { alert: Alert } & AlertActions) {
  const { title } = alert;
  const standing = standingOf(alert);
  const [icon, text, act]: [LucideIcon, string, () => void] =
    standing === 'muted'
      ? [BellOff, 'Unmute', () => onRelease(alert, 'unmute')]
      : standing === 'inHand'
        ? [Undo2, 'Give back', () => onRelease(alert, 'give-back')]
        : standing === 'fires'
          ? [Check, 'Acknowledge', () => onAcknowledge(alert)]
          : [BellOff, 'Mute', () => onMute(alert)];
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end xl:flex-nowrap">
      <Button icon={icon} aria-label={`${text}: ${title}`} onClick={act}>
        {text}
      </Button>
      {(standing === 'fires' || standing === 'inHand') && (
        <Button icon={BellOff} aria-label={`Mute: ${title}`} onClick={() => onMute(alert)}>
          Mute
        </Button>
      )}
    </div>
  );
}

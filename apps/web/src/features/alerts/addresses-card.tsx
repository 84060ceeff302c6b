import { mostTries, type AlertAddressInfo, type AlertList, type MessageState } from '@superscope/contracts/alerts';
import {
  BellOff,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  KeyRound,
  LoaderCircle,
  Plus,
  RotateCcw,
  Send,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { MessageBox } from '../../ui/message-box';
import { FORM_ICONS, FORM_NAMES } from './address-words';

interface Props {
  list: AlertList;
  /** Null for people who may not change to whom alerts go. */
  changes: AddressChanges | null;
}

export interface AddressChanges {
  onAdd: () => void;
  onTest: (address: AlertAddressInfo) => void;
  onNewKey: (address: AlertAddressInfo) => void;
  onRemove: (address: AlertAddressInfo) => void;
  /** A test is under way, of one of them or of all. */
  isTesting: boolean;
}

/** To whom alerts go, and what became of the newest message to each. */
export const AddressesCard = ({ list: { addresses, sendsMail }, changes }: Props) => (
  <RecordTable
    label="Addresses"
    rows={addresses}
    columns={changes === null ? columns : [...columns, changesColumn(changes)]}
    idOf={({ addressId }) => addressId}
    head={
      <div className="border-b p-4 sm:px-5">
        <CardHead
          title="Addresses"
          note={
            changes === null
              ? 'Told once when an alert begins, each day while it lasts, and once when it ends. Admins change them.'
              : 'Told once when an alert begins, each day while it lasts, and once when it ends'
          }
        />
        {!sendsMail && addresses.some(({ form }) => form === 'mail') && (
          <div className="mt-3">
            <MessageBox tone="attention" stays>
              No mail server is set, so mails stay in the outbox and reach nobody.
            </MessageBox>
          </div>
        )}
      </div>
    }
    empty={{
      icon: BellOff,
      title: 'An alert reaches nobody outside this page.',
      className: 'min-h-44 p-5',
      children:
        changes === null
          ? 'An Admin adds mail addresses and webhooks.'
          : 'Add a mail address, or a webhook of Slack, Teams or a program of your own.',
      action: changes !== null && (
        <Button icon={Plus} onClick={changes.onAdd}>
          Add address
        </Button>
      ),
    }}
  />
);

const columns: readonly RecordColumn<AlertAddressInfo>[] = [
  {
    head: 'Where',
    leads: true,
    names: true,
    cell: ({ form, name, where }) => {
      const Icon = FORM_ICONS[form];
      return (
        <div className="flex items-start gap-2.5">
          <Icon size={17} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="text-sm text-ink-2 wrap-anywhere">{where}</p>
            <p className="text-sm text-ink-3">{FORM_NAMES[form]}</p>
          </div>
        </div>
      );
    },
    className: 'min-w-52',
  },
  { head: 'Last', cell: ({ last }) => <Last last={last} />, className: 'min-w-44' },
];

const changesColumn = ({ onTest, onNewKey, onRemove, isTesting }: AddressChanges): RecordColumn<AlertAddressInfo> => ({
  head: 'Changes',
  quiet: true,
  cell: (address) => (
    <div className="flex items-center gap-1 lg:justify-end">
      <Button
        icon={Send}
        busy={isTesting}
        aria-label={`Test: ${address.name}`}
        className="mr-1"
        onClick={() => onTest(address)}
      >
        Test
      </Button>
      {address.form !== 'mail' && (
        <IconButton icon={KeyRound} label={`Make a new key for ${address.name}`} onClick={() => onNewKey(address)} />
      )}
      <IconButton icon={Trash2} label={`Remove ${address.name}`} onClick={() => onRemove(address)} />
    </div>
  ),
  className: 'whitespace-nowrap',
});

const LOOKS: Record<MessageState, { icon: LucideIcon; tone: string; word: string }> = {
  due: { icon: CircleDashed, tone: 'text-ink-2', word: 'Waits' },
  sending: { icon: LoaderCircle, tone: 'text-info', word: 'Being sent' },
  delivered: { icon: CircleCheck, tone: 'text-good', word: 'Delivered' },
  gaveUp: { icon: CircleAlert, tone: 'text-danger', word: 'Given up' },
  unknown: { icon: CircleAlert, tone: 'text-attention', word: 'Not known' },
};
/** Due again, because the other side did not take it. */
const REFUSED = { icon: RotateCcw, tone: 'text-attention', word: 'Refused' };

function Last({ last }: Pick<AlertAddressInfo, 'last'>) {
  if (last === null) return <span className="text-ink-2">Nothing yet</span>;
  const { state, at, answer, tries, nextAt } = last;
  const wasRefused = state === 'due' && tries > 0;
  const { icon: Icon, tone, word } = wasRefused ? REFUSED : LOOKS[state];
  const more = [
    state === 'delivered' || answer === null ? null : answer,
    wasRefused && nextAt !== null ? `try ${tries + 1} of ${mostTries} at ${dateTime(nextAt)}` : null,
    state === 'gaveUp' && tries > 1 ? `after ${tries} tries` : null,
  ].filter((each) => each !== null);
  return (
    <div className="flex items-start gap-1.5">
      <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
      <div className="min-w-0 wrap-anywhere">
        <p className={cx('font-semibold', tone)}>{word}</p>
        <p className="text-sm tabular-nums text-ink-2">{dateTime(at)}</p>
        {more.length > 0 && <p className="text-sm tabular-nums text-ink-2">{more.join(', ')}</p>}
      </div>
    </div>
  );
}

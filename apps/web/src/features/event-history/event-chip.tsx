import type { EventName } from '@superscope/contracts/event-names';
import type { EventDetail } from '@superscope/contracts/event-history';
import { Check, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { momentTime } from '../../ui/format';
import { eventAddress } from './event-filter';

const RAN: EventName = 'CampaignRun';
const CANCELLED: EventName = 'CampaignCancelled';

const CHIP = 'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm font-semibold';

/** Whether the event still stands, with a link to the event that took it back. Draws nothing for a kind that cannot be taken back. */
export function EventChip({ type, standing }: { type: string; standing: EventDetail['standing'] }) {
  if (standing === null) return null;
  const { takenBackBy } = standing;
  if (takenBackBy === null)
    return (
      <span className={`${CHIP} border-brand-line bg-brand-soft text-brand`}>
        <Check size={13} aria-hidden />
        Stands: {isImport(type)
          ? 'neither withdrawn nor replaced'
          : type === RAN
            ? 'not cancelled'
            : 'not withdrawn'}{' '}
        since
      </span>
    );
  return (
    <Link
      to={eventAddress(takenBackBy.place)}
      className={`${CHIP} border-attention-line bg-attention-soft text-attention hover:underline pointer-coarse:min-h-11`}
    >
      <Undo2 size={13} aria-hidden />
      {wordOf(takenBackBy.type)} {momentTime(takenBackBy.at)}
    </Link>
  );
}

const isImport = (type: string) => /^(MemberSnapshots|AssetsOwned)/.test(type);

const wordOf = (type: string) =>
  type === CANCELLED
    ? 'Cancelled'
    : isImport(type) && type.endsWith('Completed')
      ? 'Replaced by an import'
      : 'Withdrawn';

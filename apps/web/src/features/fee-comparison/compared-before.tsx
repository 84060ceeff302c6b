import type { PastComparison } from '@superscope/contracts/fee-comparison';
import { ChevronRight } from 'lucide-react';
import { messageOf, referenceOf } from '../../portal/api/base.api';
import { date, dateTime } from '../../ui/format';
import { Reference } from '../../ui/states';
import { usePastComparisonsQuery } from './fee-comparison.api';
import { money } from './fee-text';

interface Props {
  memberId: string;
  /** Takes a comparison into the form. Nothing is run, because a run is an event of the member. */
  onAgain: (past: PastComparison) => void;
}

/** What was compared for a member before, newest first; nothing where there is none. */
export function ComparedBefore({ memberId, onAgain }: Props) {
  const { data, error, isError } = usePastComparisonsQuery(memberId);
  if (!isError && (data === undefined || data.length === 0)) return null;
  return (
    <section aria-label="Compared before" className="card mt-4 overflow-hidden">
      <h3 className="px-5 py-3.5 text-md font-semibold">Compared before</h3>
      {isError && (
        <div className="border-t px-5 py-3 text-base text-ink-2" role="alert">
          {messageOf(error) ?? 'What was compared before did not load.'}
          <Reference id={referenceOf(error)} className="mt-1" />
        </div>
      )}
      <ul>
        {(data ?? []).map((past) => (
          <li key={`${past.at} ${past.b.name}`} className="border-t">
            {past.b.assetId === null ? (
              <div className={ROW}>
                <Past of={past} />
              </div>
            ) : (
              <button
                type="button"
                aria-label={`Compare with ${past.b.name} again, fees of ${date(past.feesAsAt)}`}
                onClick={() => onAgain(past)}
                className={`${ROW} settle hover:bg-hover`}
              >
                <Past of={past} />
                <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const ROW = 'flex w-full items-center gap-3 px-5 py-2.5 text-left text-base';

/** The day of the run, and whose fees were compared. */
function Past({ of: { at, feesAsAt, b, difference } }: { of: PastComparison }) {
  const day = dateTime(at).split(' ')[0]!;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{b.name}</span>
        <span className="block text-sm text-ink-3">
          {day}, fees of {date(feesAsAt) === day ? 'that day' : date(feesAsAt)}
        </span>
      </span>
      <b className="tnum whitespace-nowrap font-semibold">{differenceText(difference)}</b>
    </>
  );
}

function differenceText(difference: number | null): string {
  if (difference === null) return 'not known';
  if (difference === 0) return 'the same';
  return `${money(Math.abs(difference))} ${difference > 0 ? 'less' : 'more'}`;
}

import type { PastComparison } from '@superscope/contracts/fee-comparison';
import { FailureText } from '../../portal/api/failure';
import { EarlierRun } from '../../portal/calculator/earlier-run';
import { date, dateTime, money } from '../../ui/format';
import { usePastComparisonsQuery } from '../../portal/fees/fees.api';
import { Heading } from '../../ui/heading';

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
      <Heading className="px-5 py-3.5 text-md font-semibold">Compared before</Heading>
      {isError && (
        <div className="border-t px-5 py-3 text-base text-ink-2" role="alert">
          <FailureText error={error} otherwise="What was compared before did not load." />
        </div>
      )}
      <ul>
        {(data ?? []).map((past) => (
          <EarlierRun
            key={`${past.at} ${past.b.name}`}
            name={past.b.name}
            note={whenText(past)}
            figure={differenceText(past.difference)}
            label={`Compare with ${past.b.name} again, fees of ${date(past.feesAsAt)}`}
            onChoose={past.b.assetId === null ? null : () => onAgain(past)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The day of the run, and whose fees were compared. */
function whenText({ at, feesAsAt }: PastComparison): string {
  const day = dateTime(at).split(' ')[0]!;
  return `${day}, fees of ${date(feesAsAt) === day ? 'that day' : date(feesAsAt)}`;
}

function differenceText(difference: number | null): string {
  if (difference === null) return 'not known';
  if (difference === 0) return 'the same';
  return `${money(Math.abs(difference))} ${difference > 0 ? 'less' : 'more'}`;
}

import { Fingerprint, History } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Button } from '../../ui/button';
import { momentTime, number } from '../../ui/format';
import { useStoreDispatch } from '../state';
import { shortDigest } from './short-digest';
import { returnToNow } from './enter-as-of';
import { useAsOf } from './use-as-of';

/** The banner above every page while the tab shows a past moment. `isShown`: the page below shows that moment. */
export function AsOfBanner({ isShown }: { isShown: boolean }) {
  const asOf = useAsOf();
  const dispatch = useStoreDispatch();
  const { pathname, search } = useLocation();
  if (asOf === null) return null;
  const { moment, planName, gone, position, digest } = asOf;
  return (
    <aside
      aria-label="A past moment"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2.5 rounded-lg border border-attention bg-attention-soft px-4 py-3"
    >
      <History size={19} className="shrink-0 text-attention" aria-hidden />
      <p className="min-w-0 flex-1 basis-64 text-md" role="status">
        {gone ? (
          <>
            <strong className="font-semibold">This view of the past is not kept any more.</strong> Ask for it again, or
            return to now.
          </>
        ) : (
          <>
            <strong className="font-semibold">As it stood on {momentTime(moment)}, Sydney time.</strong>{' '}
            {isShown
              ? `${planName}, read only. Grey figures show what is known now of the same months.`
              : `This page shows ${planName} as it is now.`}
          </>
        )}
      </p>
      {position !== undefined && digest !== undefined && (
        <dl className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <div className="flex items-center gap-1.5">
            <Fingerprint size={16} className="shrink-0 text-good" aria-hidden />
            <dt className="text-ink-2">Position</dt>
            <dd className="font-semibold tabular-nums">{number(Number(position))}</dd>
          </div>
          <div>
            <dt className="sr-only">Digest</dt>
            <dd className="font-mono" title={digest}>
              {shortDigest(digest)}
            </dd>
          </div>
        </dl>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/audit/as-it-stood"
          className="inline-flex h-9 items-center rounded-md px-2 text-base font-semibold underline-offset-4 hover:underline pointer-coarse:h-11"
        >
          What differs from now
        </Link>
        <Button onClick={() => dispatch(returnToNow(isShown ? pathname + search : pathname))}>Return to now</Button>
      </div>
    </aside>
  );
}

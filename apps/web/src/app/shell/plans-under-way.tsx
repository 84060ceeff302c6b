import { useState } from 'react';
import {
  LOOK_AT_DERIVATION_EVERY_MS,
  useDerivationProgressQuery,
} from '../../portal/derivation/derivation-progress.api';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';

/** One plan's figures follow a change within a second or two, which nobody has to be told. */
const LEAST_TOLD = 2;

/**
 * Tells staff how many plans have their figures while several wait for them, as after the first start of a demo. It looks once when the
 * portal is opened, and goes on until none waits.
 */
export function PlansUnderWay({ className }: { className: string }) {
  const [waits, setWaits] = useState(true);
  const { data, isError } = useDerivationProgressQuery(undefined, {
    pollingInterval: waits ? LOOK_AT_DERIVATION_EVERY_MS : 0,
  });
  const goesOn = !isError && data?.waiting !== 0;
  if (waits !== goesOn) setWaits(goesOn);
  if (isError || data === undefined || data.waiting < LEAST_TOLD) return null;
  const done = Math.max(0, data.plans - data.waiting);
  return (
    <div className={cx('flex items-center gap-2.5 text-sm text-ink-2', className)}>
      <progress aria-label="Plans with their figures" className="h-1.5 w-20 shrink-0" value={done} max={data.plans} />
      <span className="min-w-0">
        {number(done)} of {number(data.plans)} plans have their newest figures
      </span>
    </div>
  );
}

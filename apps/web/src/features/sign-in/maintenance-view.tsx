import { Info, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EntranceTitle } from '../../portal/entrance/entrance';
import { leave } from '../../portal/session/leave';
import { useLazySessionQuery } from '../../portal/session/session.api';
import { useStoreDispatch, useStoreState } from '../../portal/state';
import { Button } from '../../ui/button';

const ATTEMPTS = 5;
const INTERVAL_S = 15;

/**
 * Shown while the server is down. It looks again five times, 15 s apart; after the last it also ends the session, in
 * case that is what the server stumbles over, and then waits for the person.
 */
export function MaintenanceView() {
  const dispatch = useStoreDispatch();
  const message = useStoreState((state) => state.session.unavailable?.message);
  const [recheck, { isFetching }] = useLazySessionQuery();
  const [round, setRound] = useState(0);
  const [elapsed, setElapsed] = useState(0);
  const over = elapsed >= ATTEMPTS * INTERVAL_S;
  const attempt = Math.floor(elapsed / INTERVAL_S) + 1;
  const left = INTERVAL_S - (elapsed % INTERVAL_S);

  useEffect(() => {
    let seconds = 0;
    const tick = setInterval(() => {
      seconds += 1;
      setElapsed(seconds);
      if (seconds % INTERVAL_S !== 0) return;
      if (seconds < ATTEMPTS * INTERVAL_S) return void recheck();
      clearInterval(tick);
      void dispatch(leave({ asked: false })).then(() => recheck());
    }, 1000);
    return () => clearInterval(tick);
  }, [round, recheck, dispatch]);

  const again = () => {
    setElapsed(0);
    setRound(round + 1);
    void recheck();
  };
  const done = (step: number) => (step < attempt ? 1 : step > attempt ? 0 : (elapsed % INTERVAL_S) / INTERVAL_S);
  return (
    <>
      <span className="grid size-12 place-items-center rounded-lg bg-wattle-soft text-wattle-ink">
        <Info size={24} aria-hidden />
      </span>
      <div className="mt-5">
        <EntranceTitle title="We’ll be back soon!" />
      </div>
      <p className="mt-2 text-md text-ink-2">
        Superscope is down for routine maintenance. Nothing you saved is lost, and no action is needed.
      </p>
      {message && <p className="mt-6 rounded-lg border px-4 py-3 text-md">{message}</p>}
      <div className="mt-6">
        <div className="mb-2 flex justify-between gap-4 text-base">
          <span className="font-semibold" role="timer">
            {over ? 'Still not available' : `Checking again in ${left} ${left === 1 ? 'second' : 'seconds'}`}
          </span>
          {!over && (
            <span className="text-ink-3">
              Attempt {attempt} of {ATTEMPTS}
            </span>
          )}
        </div>
        <div className="flex gap-1.5" aria-hidden>
          {Array.from({ length: ATTEMPTS }, (_, i) => (
            <span key={i} className="h-1.5 flex-1 overflow-hidden rounded-full bg-track">
              <span className="block h-full bg-plot" style={{ width: `${done(i + 1) * 100}%` }} />
            </span>
          ))}
        </div>
      </div>
      <Button icon={RefreshCw} className="mt-6" onClick={again} disabled={isFetching}>
        Check now
      </Button>
    </>
  );
}

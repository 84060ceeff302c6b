import { Info, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useInfo } from '../../portal/api/info.api';
import { EntranceTitle } from '../../portal/entrance/entrance';
import { leave } from '../../portal/session/leave';
import { recheckSession } from '../../portal/session/session.api';
import { countdownBegun, lookedAgain } from '../../portal/slices/session.slice';
import { useStoreDispatch, useStoreState } from '../../portal/state';
import { Button } from '../../ui/button';

const ATTEMPTS = 5;
const INTERVAL_S = 15;

/**
 * Shown while the server is down. It looks again five times, 15 s apart; with the last it also ends the session, in case that is what the
 * server stumbles over, and then waits for the person. The store counts the attempts, because this view goes and comes while a server
 * answers some requests and fails others, and would count down for ever.
 */
export function MaintenanceView() {
  const dispatch = useStoreDispatch();
  const { unavailable, attempts } = useStoreState((state) => state.session);
  const { data: info } = useInfo();
  const message = unavailable?.message ?? info?.maintenanceMessage;
  const [round, setRound] = useState(0);
  const [elapsed, setElapsed] = useState(0);
  const [busy, setBusy] = useState(false);
  const over = attempts >= ATTEMPTS;

  useEffect(() => {
    if (over) return undefined;
    let seconds = 0;
    const tick = setInterval(() => {
      seconds += 1;
      setElapsed(seconds % INTERVAL_S);
      if (seconds < INTERVAL_S) return;
      clearInterval(tick);
      dispatch(lookedAgain());
      const ready = attempts + 1 < ATTEMPTS ? Promise.resolve() : dispatch(leave({ asked: false }));
      void ready.then(() => dispatch(recheckSession()));
    }, 1000);
    return () => clearInterval(tick);
  }, [round, attempts, over, dispatch]);

  const again = () => {
    setElapsed(0);
    setRound(round + 1);
    dispatch(countdownBegun());
    setBusy(true);
    void dispatch(recheckSession()).finally(() => setBusy(false));
  };
  const left = INTERVAL_S - elapsed;
  const done = (step: number) => (step <= attempts ? 1 : step > attempts + 1 ? 0 : elapsed / INTERVAL_S);
  return (
    <>
      <span className="grid size-12 place-items-center rounded-lg bg-wattle-soft text-wattle-ink">
        <Info size={24} aria-hidden />
      </span>
      <div className="mt-5">
        <EntranceTitle title="We'll be back soon!" />
      </div>
      <p className="mt-2 text-md text-ink-2">
        Superscope is down for routine maintenance. Nothing you saved is lost, and no action is needed.
      </p>
      {message && <p className="mt-6 wrap-anywhere rounded-lg border px-4 py-3 text-md">{message}</p>}
      <div className="mt-6">
        <div className="mb-2 flex justify-between gap-4 text-base">
          <span className="font-semibold" role="timer">
            {over ? 'Still not available' : `Checking again in ${left} ${left === 1 ? 'second' : 'seconds'}`}
          </span>
          {!over && (
            <span className="text-ink-3">
              Attempt {attempts + 1} of {ATTEMPTS}
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
      <Button icon={RefreshCw} className="mt-6" onClick={again} busy={busy}>
        Check now
      </Button>
    </>
  );
}

import { useState } from 'react';
import { leave } from '../../portal/session/leave';
import { useStoreDispatch, useStoreState } from '../../portal/state';
import { MessageBox } from '../../ui/message-box';

/** Logging out cleared this screen, but the server did not confirm that it ended the session. */
export function StillSignedIn() {
  const dispatch = useStoreDispatch();
  const shown = useStoreState(({ session }) => session.mayStillBeSignedIn);
  const [busy, setBusy] = useState(false);
  if (!shown) return null;
  const again = () => {
    setBusy(true);
    void dispatch(leave()).finally(() => setBusy(false));
  };
  return (
    <MessageBox tone="danger">
      <b className="font-semibold">You may still be signed in.</b>{' '}
      {busy ? 'Logging out…' : 'The server did not confirm that you logged out.'}
      <button type="button" className="link mt-1 block hover:underline" onClick={again} disabled={busy}>
        Try again
      </button>
    </MessageBox>
  );
}

import { MessageBox } from '../../ui/message-box';
import { useStoreDispatch, useStoreState } from '../state';
import { passwordNoticeClosed } from '../slices/session.slice';

/** Says that a password was not changed because the session had ended. Shown before and after the next sign-in, until it is closed. */
export function PasswordUnchanged({ className }: { className?: string }) {
  const dispatch = useStoreDispatch();
  const shown = useStoreState(({ session }) => session.passwordUnchanged);
  if (!shown) return null;
  return (
    <div className={className}>
      <MessageBox tone="danger" onClose={() => dispatch(passwordNoticeClosed())}>
        Your password was not changed, because your session had ended. It is still the old one.
      </MessageBox>
    </div>
  );
}

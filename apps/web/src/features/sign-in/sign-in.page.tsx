import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useInfo } from '../../portal/api/info.api';
import { EntranceFrame } from '../../portal/entrance/entrance';
import { rememberRedirect } from '../../portal/session/intended-path';
import { Opening } from '../../portal/session/opening';
import { PasswordUnchanged } from '../../portal/session/password-unchanged';
import { useStoreState } from '../../portal/state';
import { MessageBox } from '../../ui/message-box';
import { usePageTitle } from '../../ui/use-page-title';
import { ForgottenPasswordForm } from './forgotten-password.form';
import { MaintenanceView } from './maintenance-view';
import { SignInForm } from './sign-in.form';
import { StillSignedIn } from './still-signed-in';

export function SignInPage() {
  const { status, unavailable } = useStoreState((state) => state.session);
  const { search } = useLocation();
  const message = useInfo().data?.maintenanceMessage;
  const [forgotten, setForgotten] = useState(false);
  useEffect(() => rememberRedirect(search), [search]);
  usePageTitle(unavailable ? 'Maintenance' : 'Sign in');
  if (status === 'unknown' && !unavailable) return <Opening />;
  if (status === 'signedIn' && !unavailable) return <Navigate to={`/!redirect${search}`} replace />;
  return (
    <EntranceFrame>
      <div className="mb-6 space-y-3 empty:hidden">
        <StillSignedIn />
        <PasswordUnchanged />
        {status === 'expired' && !unavailable && (
          <MessageBox tone="attention" stays>
            <b className="font-semibold">Your session has ended.</b> Sign in again, and you are back on the page where
            you were.
          </MessageBox>
        )}
      </div>
      {!unavailable && message && (
        <div className="mb-6">
          <MessageBox tone="attention" stays>
            <b className="font-semibold">Maintenance</b> <span className="wrap-anywhere">{message}</span>
          </MessageBox>
        </div>
      )}
      {unavailable ? (
        <MaintenanceView />
      ) : forgotten ? (
        <ForgottenPasswordForm onBack={() => setForgotten(false)} />
      ) : (
        <SignInForm onForgotten={() => setForgotten(true)} />
      )}
    </EntranceFrame>
  );
}

import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useStoreState } from '../../app/store';
import { usePageTitle } from '../../ui/use-page-title';
import { EntranceFrame } from '../../app/entrance/entrance';
import { ForgottenPasswordForm } from './forgotten-password.form';
import { MaintenanceView } from './maintenance-view';
import { SignInForm } from './sign-in.form';

export function SignInPage() {
  const { status, unavailable } = useStoreState((state) => state.session);
  const { search } = useLocation();
  const [forgotten, setForgotten] = useState(false);
  usePageTitle(unavailable ? 'Maintenance' : 'Sign in');
  if (status === 'signedIn' && !unavailable) return <Navigate to={`/!redirect${search}`} replace />;
  return (
    <EntranceFrame>
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

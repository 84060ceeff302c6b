import { useState, type ReactNode } from 'react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Card, CardHead } from '../../ui/card';
import { MessageBox } from '../../ui/message-box';
import { Bone, Skeleton } from '../../ui/states';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { PasskeysCard } from './passkeys-card';
import { RemoveApp } from './remove-app';
import { SetUpApp } from './set-up-app';
import { useOwnSecondFactorQuery } from './two-step.api';

interface Said {
  tone: 'good' | 'danger';
  text: ReactNode;
  key: number;
}

/** Sets up and removes the authenticator app, and passkeys, which replace password and app. */
export function TwoStepPage() {
  usePageTitle('Two-step sign-in');
  const { data, isError, error, refetch } = useOwnSecondFactorQuery();
  const [told, setTold] = useState<Said | null>(null);
  const tell = (tone: Said['tone'], text: ReactNode) => setTold({ tone, text, key: Date.now() });
  const good = (text: string) => tell('good', text);
  return (
    <>
      <PlainHeader
        title="Two-step sign-in"
        note="A password can be guessed or read over a shoulder. A code that changes every half minute cannot."
      />
      {told !== null && (
        <Told>
          <MessageBox key={told.key} tone={told.tone} onClose={() => setTold(null)}>
            {told.text}
          </MessageBox>
        </Told>
      )}
      <Card aria-label="Authenticator app" className="max-w-2xl">
        {data ? (
          <>
            <CardHead title="Authenticator app" note={data.app ? 'Set up' : 'Not set up'} />
            <div className="mt-3 space-y-4 text-base">
              {data.required && <p className="text-ink-2">Your role needs a second step at every sign-in.</p>}
              {!data.hasPassword ? (
                <p>You sign in with your work account, which has a second step of its own.</p>
              ) : data.app ? (
                <RemoveApp onDone={() => good('The app is not asked for any more.')} />
              ) : (
                <>
                  <p>
                    {data.asked
                      ? 'Now a code is mailed to you at every sign-in. An app on your phone needs no mail.'
                      : 'An app on your phone, such as Google Authenticator, 1Password or Aegis, makes the code.'}
                  </p>
                  <SetUpApp onDone={() => good('The app is set up. Your next sign-in asks for its code.')} />
                </>
              )}
            </div>
          </>
        ) : isError ? (
          <NotLoaded what="Your second step" error={error} onRetry={() => void refetch()} className="min-h-48" />
        ) : (
          <Skeleton label="your second step">
            <Bone className="h-40" />
          </Skeleton>
        )}
      </Card>
      {data?.mayHavePasskeys && <PasskeysCard onTold={tell} />}
    </>
  );
}

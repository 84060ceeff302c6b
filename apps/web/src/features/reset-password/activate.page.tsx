import { Send } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useSearchParams } from 'react-router';
import { messageOf, referenceOf } from '../../portal/api/base.api';
import { EntranceFrame, EntranceTitle } from '../../portal/entrance/entrance';
import { useRequestActivationLinkMutation } from '../../portal/session/session.api';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { TextField } from '../../ui/text-field';
import { usePageTitle } from '../../ui/use-page-title';
import { BackToSignIn, SetPassword, tokenOf } from './set-password';

const INVALID_LINK = 'The activation link is invalid, please request a new one.';

/** Activates an account: mails a link, and sets the first password once the link is opened. */
export function ActivatePage() {
  usePageTitle('Activate your account');
  const [search] = useSearchParams();
  const token = tokenOf(search);
  return (
    <EntranceFrame>
      {token === '' ? (
        <>
          <EntranceTitle title="Activate your account" note="We will email you a link to choose your password." />
          <RequestLinkForm />
        </>
      ) : (
        <>
          <EntranceTitle title="Activate your account" />
          <SetPassword
            token={token}
            link="The activation link"
            done="Your account is active. You can sign in now."
            invalid={
              <>
                <div className="mt-6">
                  <MessageBox tone="danger">{INVALID_LINK}</MessageBox>
                </div>
                <RequestLinkForm />
              </>
            }
          />
        </>
      )}
    </EntranceFrame>
  );
}

type Outcome = { sent: true } | { sent: false; text: string; reference: string | null };

function RequestLinkForm() {
  // The name that was typed at sign-in comes along, but not in the address, which others may see.
  const { state } = useLocation() as { state: { username?: string } | null };
  const [send, { isLoading }] = useRequestActivationLinkMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { username: state?.username ?? '' } });

  const submit = handleSubmit(async ({ username }) => {
    // The same message again would change nothing on screen, and would not be read out.
    setOutcome(null);
    const { error } = await send({ username: username.trim() });
    if (!error) setOutcome({ sent: true });
    else {
      const text = messageOf(error) ?? 'Unable to send the activation link';
      setOutcome({ sent: false, text, reference: referenceOf(error) });
    }
  });

  return (
    <form className="mt-6 space-y-5" onSubmit={(event) => void submit(event)} noValidate>
      {outcome && (
        <MessageBox tone={outcome.sent ? 'good' : 'danger'} stays onClose={() => setOutcome(null)}>
          {outcome.sent ? (
            <>
              <b className="font-semibold">Activation link sent.</b> If this account has no password yet, the link is in
              its mailbox and works for an hour. Look in junk mail too.
            </>
          ) : (
            <>
              {outcome.text}
              <Reference id={outcome.reference} className="mt-1" />
            </>
          )}
        </MessageBox>
      )}
      <TextField
        label="Username or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={formState.errors.username?.message}
        {...register('username', { validate: (text) => text.trim() !== '' || 'Enter your username or email' })}
      />
      <Button type="submit" kind="primary" large icon={Send} className="w-full" busy={isLoading}>
        Send activation link
      </Button>
      <BackToSignIn />
    </form>
  );
}

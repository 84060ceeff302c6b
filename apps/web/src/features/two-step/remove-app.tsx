import { useState, type FormEvent } from 'react';
import { messageOf } from '../../portal/api/base.api';
import { Button } from '../../ui/button';
import { CodeField } from './code.field';
import { useRemoveAuthenticatorMutation } from './two-step.api';

/** Removes the authenticator app, which requires one last code from it. */
export function RemoveApp({ onDone }: { onDone: () => void }) {
  const [remove, { isLoading, error }] = useRemoveAuthenticatorMutation();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    void remove({ code: code.trim() })
      .unwrap()
      .then(onDone, () => undefined);
  };
  const refused = error === undefined ? undefined : (messageOf(error) ?? 'This did not work. Please try again.');
  return (
    <form className="space-y-4" onSubmit={submit} noValidate>
      <p>Every sign-in asks for a code of your app. To use another app, or none, take this one away first.</p>
      <CodeField value={code} onChange={setCode} error={missing ? 'Verification code is required' : refused} />
      <Button type="submit" busy={isLoading}>
        Remove the app
      </Button>
    </form>
  );
}

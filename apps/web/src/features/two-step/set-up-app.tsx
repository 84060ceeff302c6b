import type { BegunAuthenticator } from '@superscope/contracts/second-factor';
import { Smartphone } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../../portal/api/base.api';
import { Button } from '../../ui/button';
import { PasswordField } from '../../ui/text-field';
import { CodeField } from './code.field';
import { QrCode } from './qr-code';
import { useBeginAuthenticatorMutation, useConfirmAuthenticatorMutation } from './two-step.api';

/** First the password, then the secret for the app, then a code that the app shows. */
export function SetUpApp({ onDone }: { onDone: () => void }) {
  const [begin, { isLoading, error }] = useBeginAuthenticatorMutation();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [begun, setBegun] = useState<BegunAuthenticator | null>(null);
  if (begun !== null) return <Confirm begun={begun} onDone={onDone} onAgain={() => setBegun(null)} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password === '') return;
    void begin({ password })
      .unwrap()
      .then(setBegun, () => undefined);
  };
  return (
    <form className="space-y-4" onSubmit={submit} noValidate>
      <div className="max-w-sm">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={missing ? 'Enter your password' : error === undefined ? undefined : sentence(error)}
        />
      </div>
      <Button type="submit" kind="primary" icon={Smartphone} busy={isLoading}>
        Set up an app
      </Button>
    </form>
  );
}

const sentence = (error: unknown) => messageOf(error) ?? 'This did not work. Please try again.';

interface ConfirmProps {
  begun: BegunAuthenticator;
  onDone: () => void;
  onAgain: () => void;
}
function Confirm({ begun: { secret, address, worksForMinutes }, onDone, onAgain }: ConfirmProps) {
  const [confirm, { isLoading, error }] = useConfirmAuthenticatorMutation();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    void confirm({ code: code.trim() })
      .unwrap()
      .then(onDone, () => undefined);
  };
  return (
    <form className="space-y-5" onSubmit={submit} noValidate>
      <div className="flex flex-wrap gap-5">
        <QrCode text={address} label="Picture for the authenticator app" />
        <div className="min-w-0 flex-1 basis-56 space-y-2">
          <p>1. Scan the picture with the app, or enter this key there:</p>
          <p className="select-all break-all rounded-md border bg-sunken px-3 py-2 font-mono text-sm">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </p>
          <p>2. Enter the six digits that it shows, within {worksForMinutes} minutes.</p>
        </div>
      </div>
      <CodeField
        value={code}
        onChange={setCode}
        error={missing ? 'Verification code is required' : error === undefined ? undefined : sentence(error)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={isLoading}>
          Confirm
        </Button>
        <Button onClick={onAgain}>Begin again</Button>
      </div>
    </form>
  );
}

import {
  authenticatorCodeRequest,
  beginAuthenticatorRequest,
  type BegunAuthenticator,
} from '@superscope/contracts/second-factor';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { RequestForm } from '../../portal/forms/request-form';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { Button } from '../../ui/button';
import { PasswordField } from '../../ui/text-field';
import { CodeField } from './code.field';
import { QrCode } from '../../ui/qr-code';
import { useBeginAuthenticatorMutation, useConfirmAuthenticatorMutation } from './two-step.api';

/** First the password, then the secret for the app, then a code that the app shows. */
export function SetUpApp({ onDone }: { onDone: () => void }) {
  const [begin] = useBeginAuthenticatorMutation();
  const [begun, setBegun] = useState<BegunAuthenticator | null>(null);
  const form = useRequestForm({
    of: null,
    saved: null,
    schema: beginAuthenticatorRequest,
    values: { password: '' },
    rules: ({ password }) => ({ password: password === '' && 'Enter your password' }),
    send: (body) => begin(body).unwrap(),
    onDone: setBegun,
  });
  if (begun !== null) return <Confirm begun={begun} onDone={onDone} onAgain={() => setBegun(null)} />;
  return (
    <RequestForm form={form}>
      <div className="max-w-sm">
        <PasswordField label="Password" autoComplete="current-password" {...form.text('password')} />
      </div>
      <Button type="submit" kind="primary" icon={Smartphone} busy={form.isBusy}>
        Set up an app
      </Button>
    </RequestForm>
  );
}

interface ConfirmProps {
  begun: BegunAuthenticator;
  onDone: () => void;
  onAgain: () => void;
}
function Confirm({ begun: { secret, address, worksForMinutes }, onDone, onAgain }: ConfirmProps) {
  const [confirm] = useConfirmAuthenticatorMutation();
  const form = useRequestForm({
    of: null,
    saved: null,
    schema: authenticatorCodeRequest,
    values: { code: '' },
    send: (body) => confirm(body).unwrap(),
    onDone,
  });
  return (
    <RequestForm form={form}>
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
      <CodeField {...form.text('code')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={form.isBusy}>
          Confirm
        </Button>
        <Button onClick={onAgain}>Begin again</Button>
      </div>
    </RequestForm>
  );
}

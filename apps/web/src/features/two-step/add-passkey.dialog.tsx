import { useRef, useState, type ReactNode } from 'react';
import { FailureText } from '../../portal/api/failure';
import { useClosing } from '../../portal/forms/use-closing';
import { usualQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { makePasskey } from '../../portal/session/passkeys';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { MessageBox } from '../../ui/message-box';
import { PasswordField, TextField } from '../../ui/text-field';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from './two-step.api';

interface Props {
  onAdded: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name and the password, then lets the browser create the passkey. */
export function AddPasskeyDialog({ onAdded, onClose }: Props) {
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const isTyped = name !== '' || password !== '';
  useUnsaved(isTyped ? usualQuestion : null);
  const [dismiss, question] = useClosing(isTyped, onClose);
  const missing = { name: name.trim() === '', password: password === '' };

  const make = async () => {
    const creation = await begin({ password });
    if (creation.error) return setProblem(sentence(creation.error));
    const outcome = await makePasskey(creation.data);
    if ('none' in outcome) return setProblem(REASONS[outcome.none]);
    const added = await add({ name: name.trim(), ...outcome.answer });
    if (added.error) return setProblem(sentence(added.error));
    onAdded(name.trim());
  };
  const confirm = () => {
    setTried(true);
    if (missing.name || missing.password) {
      (missing.name ? nameField : passwordField).current?.focus();
      return;
    }
    if (busy) return;
    setProblem(null);
    setBusy(true);
    void make().finally(() => setBusy(false));
  };
  return (
    <ConfirmDialog
      title="Add a passkey"
      action="Continue"
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      onDismiss={dismiss}
    >
      <div className="space-y-4 text-ink">
        {problem !== null && (
          <MessageBox tone="danger" stays onClose={() => setProblem(null)}>
            {problem}
          </MessageBox>
        )}
        <TextField
          ref={nameField}
          label="Name"
          hint="What you will know it by, such as Work laptop"
          maxLength={60}
          autoFocus
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={tried && missing.name ? 'Name is required' : undefined}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={tried && missing.password ? 'Enter your password' : undefined}
        />
      </div>
      {question}
    </ConfirmDialog>
  );
}

const sentence = (error: unknown) => <FailureText error={error} otherwise="This did not work. Please try again." />;

const REASONS = {
  declined: 'No passkey was made. Please try again.',
  alreadyAdded: 'A passkey of this device is added already.',
  failed: 'This browser or device could not make a passkey.',
};

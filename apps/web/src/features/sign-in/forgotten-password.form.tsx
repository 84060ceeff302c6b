import { ArrowLeft, Send } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf, referenceOf, statusOf } from '../../portal/api/base.api';
import { EntranceTitle } from '../../portal/entrance/entrance';
import { useRequestResetLinkMutation } from '../../portal/session/session.api';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { TextField } from '../../ui/text-field';

const INVALID = 'Invalid email address';
const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

export function ForgottenPasswordForm({ onBack }: { onBack: () => void }) {
  const [send, { isLoading }] = useRequestResetLinkMutation();
  const [message, setMessage] = useState<{ tone: 'good' | 'danger'; text: string; reference?: string | null } | null>(
    null,
  );
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });

  const submit = handleSubmit(async ({ email }) => {
    // The same message again would change nothing on screen, and would not be read out.
    setMessage(null);
    const result = await send({ email: email.trim() });
    if (!result.error) setMessage({ tone: 'good', text: 'Password reset link sent successfully' });
    else if (statusOf(result.error) === 400) setMessage({ tone: 'danger', text: INVALID });
    else {
      const text = messageOf(result.error) ?? 'Unable to send the reset link';
      setMessage({ tone: 'danger', text, reference: referenceOf(result.error) });
    }
  });

  return (
    <>
      <EntranceTitle title="Can't login?" note="We will email you a link to set a new password." />
      {message && (
        <div className="mt-6">
          <MessageBox tone={message.tone} stays onClose={() => setMessage(null)}>
            {message.text}
            <Reference id={message.reference ?? null} className="mt-1" />
          </MessageBox>
        </div>
      )}
      <form className="mt-6 space-y-5" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoFocus
          error={formState.errors.email?.message}
          {...register('email', { validate: (text) => looksLikeEmail(text) || INVALID })}
        />
        <div className="flex gap-3">
          <Button large icon={ArrowLeft} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" kind="primary" large icon={Send} className="flex-1" busy={isLoading}>
            Submit
          </Button>
        </div>
      </form>
    </>
  );
}

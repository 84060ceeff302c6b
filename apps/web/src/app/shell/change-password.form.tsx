import { leastStrength } from '@superscope/contracts/password-strength';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { messageOf, referenceOf, statusOf } from '../../portal/api/base.api';
import { StrengthMeter } from '../../portal/password/strength-meter';
import { usePasswordRating } from '../../portal/password/use-password-rating';
import { useChangePasswordMutation, usePasswordRuleQuery } from '../../portal/session/session.api';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { PasswordField } from '../../ui/text-field';

const INCOMPLETE = 'All fields must be completed';
const MISMATCH = "New password doesn't match";
const WHITE_SPACE = 'Password can not contain any whit space';
const FAILED = 'Unable to change password';
const EMPTY = { oldPassword: '', newPassword: '', retyped: '' };

export function ChangePasswordForm() {
  const [change, { isLoading }] = useChangePasswordMutation();
  const [message, setMessage] = useState<{ tone: 'good' | 'danger'; text: string; reference?: string | null } | null>(
    null,
  );
  const { register, handleSubmit, control, reset, formState } = useForm({ defaultValues: EMPTY });
  const [newPassword, retyped] = useWatch({ control, name: ['newPassword', 'retyped'] });
  // If the rule does not load, the form rates by anybody's rule, and the api decides.
  const { data: rule, isLoading: isRuleLoading } = usePasswordRuleQuery();
  const rating = usePasswordRating(newPassword, rule);
  const spaced = /\s/.test(newPassword);
  const differs = newPassword !== retyped;
  const ready = !isRuleLoading && rating !== null && rating.strength >= leastStrength && !differs;

  const submit = handleSubmit(async ({ oldPassword }) => {
    if (spaced) return;
    // The same message again would change nothing on screen, and would not be read out.
    setMessage(null);
    const result = await change({ oldPassword, newPassword });
    if (!result.error) {
      reset(EMPTY);
      setMessage({ tone: 'good', text: 'Password changed successfully' });
    } else {
      const text = statusOf(result.error) === 400 ? FAILED : (messageOf(result.error) ?? FAILED);
      setMessage({ tone: 'danger', text, reference: referenceOf(result.error) });
    }
  });

  return (
    <form className="space-y-2.5" onSubmit={(event) => void submit(event)} noValidate aria-label="Change password">
      {message && (
        <MessageBox tone={message.tone} onClose={() => setMessage(null)}>
          {message.text}
          <Reference id={message.reference ?? null} className="mt-1" />
        </MessageBox>
      )}
      <PasswordField
        compact
        label="Old password"
        autoComplete="current-password"
        error={formState.errors.oldPassword?.message}
        {...register('oldPassword', { required: INCOMPLETE })}
      />
      <div>
        <PasswordField
          compact
          label="New password"
          autoComplete="new-password"
          error={spaced ? WHITE_SPACE : formState.errors.newPassword?.message}
          {...register('newPassword', { required: INCOMPLETE })}
        />
        <StrengthMeter password={newPassword} rating={rating} rule={rule} />
      </div>
      <PasswordField
        compact
        label="Retype new password"
        autoComplete="new-password"
        error={retyped !== '' && differs ? MISMATCH : formState.errors.retyped?.message}
        {...register('retyped', { required: INCOMPLETE })}
      />
      <Button type="submit" icon={KeyRound} kind="primary" className="mt-1 w-full" disabled={!ready || isLoading}>
        Change
      </Button>
    </form>
  );
}

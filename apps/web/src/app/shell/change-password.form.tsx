import { passwordUpdateRequest } from '@superscope/contracts/authentication';
import { leastStrength } from '@superscope/contracts/password-strength';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { statusOf } from '../../portal/api/base.api';
import { RequestForm } from '../../portal/forms/request-form';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { StrengthMeter } from '../../portal/password/strength-meter';
import { usePasswordRating } from '../../portal/password/use-password-rating';
import { useChangePasswordMutation, usePasswordRuleQuery } from '../../portal/session/session.api';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { PasswordField } from '../../ui/text-field';

const INCOMPLETE = 'All fields must be completed';
const MISMATCH = "New password doesn't match";
const WHITE_SPACE = 'Password can not contain any whit space';
const FAILED = 'Unable to change password';

export function ChangePasswordForm() {
  const [change] = useChangePasswordMutation();
  const [told, setTold] = useState<{ tone: 'good' | 'danger'; text: string } | null>(null);
  const form = useRequestForm({
    of: null,
    saved: null,
    schema: passwordUpdateRequest,
    values: { oldPassword: '', newPassword: '', retyped: '' },
    request: ({ oldPassword, newPassword }) => ({ oldPassword, newPassword }),
    rules: ({ newPassword, retyped }) => ({
      retyped: retyped === '' ? INCOMPLETE : retyped !== newPassword && MISMATCH,
    }),
    send: (body) => {
      // The same message again would change nothing on screen, and would not be read out.
      setTold(null);
      return change(body).unwrap();
    },
    onDone: () => {
      form.reset();
      setTold({ tone: 'good', text: 'Password changed successfully' });
    },
    onRefused: (error) => {
      // Which of the passwords is wrong is not told.
      if (statusOf(error) !== 400) return false;
      setTold({ tone: 'danger', text: FAILED });
      return true;
    },
    failed: FAILED,
  });
  const { newPassword, retyped } = form.values;
  // If the rule does not load, the form rates by anybody's rule, and the api decides.
  const { data: rule, isLoading: isRuleLoading } = usePasswordRuleQuery();
  const rating = usePasswordRating(newPassword, rule);
  const differs = newPassword !== retyped;
  const ready = !isRuleLoading && rating !== null && rating.strength >= leastStrength && !differs;
  const fresh = form.text('newPassword');
  const again = form.text('retyped');

  return (
    <RequestForm form={form} label="Change password">
      {told && (
        <MessageBox tone={told.tone} onClose={() => setTold(null)}>
          {told.text}
        </MessageBox>
      )}
      <PasswordField compact label="Old password" autoComplete="current-password" {...form.text('oldPassword')} />
      <div>
        <PasswordField
          compact
          label="New password"
          autoComplete="new-password"
          {...fresh}
          error={/\s/.test(newPassword) ? WHITE_SPACE : fresh.error}
        />
        <StrengthMeter password={newPassword} rating={rating} rule={rule} />
      </div>
      <PasswordField
        compact
        label="Retype new password"
        autoComplete="new-password"
        {...again}
        error={retyped !== '' && differs ? MISMATCH : again.error}
      />
      <Button type="submit" icon={KeyRound} kind="primary" className="w-full" disabled={!ready || form.isBusy}>
        Change
      </Button>
    </RequestForm>
  );
}

import { leastStrength } from '@superscope/contracts/password-strength';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { messageOf, referenceOf, statusOf } from '../../portal/api/base.api';
import { EntranceFrame, EntranceTitle } from '../../portal/entrance/entrance';
import { StrengthMeter } from '../../portal/password/strength-meter';
import { usePasswordStrength } from '../../portal/password/use-password-strength';
import { useResetPasswordMutation, useValidateTokenQuery } from '../../portal/session/session.api';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { Bone, ErrorState, Reference, Skeleton } from '../../ui/states';
import { PasswordField } from '../../ui/text-field';
import { usePageTitle } from '../../ui/use-page-title';

const INVALID_LINK = 'The password reset link is invalid, please request a new one.';
/** Only the server can say so, and a server that is down or busy does not. */
const refused = (status = 500) => status >= 400 && status < 500 && status !== 429;
const WHITE_SPACE = 'Password can not contain any white space';
const MISMATCH = "New password doesn't match";

export function ResetPasswordPage() {
  usePageTitle('Reset password');
  const [search] = useSearchParams();
  // Some mail programs glue what follows the link to it; a token has no comma.
  const token = (search.get('token') ?? '').split(',')[0]!;
  const check = useValidateTokenQuery(token, { skip: token === '' });
  return (
    <EntranceFrame>
      <EntranceTitle title="Set a new password" />
      {token === '' || (check.isError && refused(statusOf(check.error))) ? (
        <div className="mt-6 space-y-5">
          <MessageBox tone="danger">{INVALID_LINK}</MessageBox>
          <BackToSignIn />
        </div>
      ) : check.isError ? (
        <ErrorState
          what="The reset link"
          note="The server did not answer as it should. The link may well be valid."
          reference={referenceOf(check.error)}
          onRetry={() => void check.refetch()}
          className="mt-6"
        />
      ) : check.isSuccess ? (
        <NewPasswordForm token={token} />
      ) : (
        <Skeleton label="the reset link" className="mt-6">
          <Bone className="h-11" />
          <Bone className="mt-5 h-11" />
        </Skeleton>
      )}
    </EntranceFrame>
  );
}

const BackToSignIn = () => (
  <Link to="/login" className="link inline-block text-md hover:underline">
    Back to sign in
  </Link>
);

function NewPasswordForm({ token }: { token: string }) {
  const [reset, { isLoading, isSuccess, error }] = useResetPasswordMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, control } = useForm({ defaultValues: { password: '', confirmPassword: '' } });
  const [password, confirmPassword] = useWatch({ control, name: ['password', 'confirmPassword'] });
  const strength = usePasswordStrength(password);
  const spaced = /\s/.test(password);
  const differs = password !== confirmPassword;
  const ready = strength !== null && strength >= leastStrength && !differs && !spaced;

  const submit = handleSubmit(async (fields) => {
    if (!ready) return;
    setFailure(null);
    const result = await reset({ ...fields, token });
    if (!result.error) return;
    setFailure(
      statusOf(result.error) === 400
        ? 'Unable to reset password'
        : (messageOf(result.error) ?? 'Unable to reset password'),
    );
  });

  if (isSuccess) {
    return (
      <div className="mt-6 space-y-5">
        <MessageBox tone="good" stays>
          Password changed successfully
        </MessageBox>
        <BackToSignIn />
      </div>
    );
  }
  return (
    <form className="mt-6 space-y-5" onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <MessageBox tone="danger" onClose={() => setFailure(null)}>
          {failure}
          <Reference id={referenceOf(error)} className="mt-1" />
        </MessageBox>
      )}
      <div>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          autoFocus
          error={spaced ? WHITE_SPACE : undefined}
          {...register('password')}
        />
        <StrengthMeter password={password} strength={strength} />
      </div>
      <PasswordField
        label="Retype new password"
        autoComplete="new-password"
        error={confirmPassword !== '' && differs ? MISMATCH : undefined}
        {...register('confirmPassword')}
      />
      <Button type="submit" kind="primary" large icon={KeyRound} className="w-full" disabled={!ready || isLoading}>
        Set password
      </Button>
      <BackToSignIn />
    </form>
  );
}

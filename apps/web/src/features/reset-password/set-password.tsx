import { KeyRound } from 'lucide-react';
import type { PasswordRule } from '@superscope/contracts/password-rule';
import { leastStrength } from '@superscope/contracts/password-strength';
import { useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { messageOf, referenceOf, statusOf } from '../../portal/api/base.api';
import { StrengthMeter } from '../../portal/password/strength-meter';
import { usePasswordRating } from '../../portal/password/use-password-rating';
import { useResetPasswordMutation, useValidateTokenQuery } from '../../portal/session/session.api';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { Bone, ErrorState, Reference, Skeleton } from '../../ui/states';
import { PasswordField } from '../../ui/text-field';

const WHITE_SPACE = 'Password can not contain any white space';
const MISMATCH = "New password doesn't match";

/** Some mail programs append the text after a link to it. A token contains no comma. */
export const tokenOf = (search: URLSearchParams) => (search.get('token') ?? '').split(',')[0]!;

/** Only the server can say so, and a server that is down or busy does not. */
const refused = (status = 500) => status >= 400 && status < 500 && status !== 429;

interface Props {
  token: string;
  /** The name of the link in messages, such as 'The reset link'. */
  link: string;
  /** The message after the password is set. */
  done: string;
  /** Shown for a link that the server does not accept. */
  invalid: ReactNode;
}

/** Sets a password by a link that was mailed, once the server has accepted the link. */
export function SetPassword({ token, link, done, invalid }: Props) {
  const check = useValidateTokenQuery(token, { skip: token === '' });
  if (token === '' || (check.isError && refused(statusOf(check.error)))) return invalid;
  if (check.isError) {
    return (
      <ErrorState
        what={link}
        note="The server did not answer as it should. The link may well be valid."
        reference={referenceOf(check.error)}
        onRetry={() => void check.refetch()}
        className="mt-6"
      />
    );
  }
  if (check.isSuccess) return <NewPasswordForm token={token} rule={check.data.rule} done={done} />;
  return (
    <Skeleton label={link.toLowerCase()} className="mt-6">
      <Bone className="h-11" />
      <Bone className="mt-5 h-11" />
    </Skeleton>
  );
}

export const BackToSignIn = () => (
  <Link to="/login" className="link inline-block text-md hover:underline">
    Back to sign in
  </Link>
);

function NewPasswordForm({ token, rule, done }: { token: string; rule: PasswordRule | undefined; done: string }) {
  const [reset, { isLoading, isSuccess, error }] = useResetPasswordMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, control } = useForm({ defaultValues: { password: '', confirmPassword: '' } });
  const [password, confirmPassword] = useWatch({ control, name: ['password', 'confirmPassword'] });
  const rating = usePasswordRating(password, rule);
  const spaced = /\s/.test(password);
  const differs = password !== confirmPassword;
  const ready = rating !== null && rating.strength >= leastStrength && !differs && !spaced;

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
          {done}
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
        <StrengthMeter password={password} rating={rating} rule={rule} />
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

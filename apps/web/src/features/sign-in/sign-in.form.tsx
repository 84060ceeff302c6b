import type { SentCode } from '@superscope/contracts/authentication';
import { LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { EntranceTitle } from '../../portal/entrance/entrance';
import { intendedPath } from '../../portal/session/intended-path';
import { useSignInMutation } from '../../portal/session/session.api';
import { welcome } from '../../portal/session/welcome';
import { useStoreDispatch } from '../../portal/state';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { PasswordField, TextField } from '../../ui/text-field';
import { CodeInApp, CodeSent, NewCode } from './code-sent';
import { PasskeyButton } from './passkey-button';
import { forgetStaffSignInError, signInProblem, staffSignInError, type SignInProblem } from './sign-in-problem';

interface Fields {
  username: string;
  password: string;
  mfaCode: string;
}

interface Wanted {
  answer: number;
  code: SentCode | undefined;
  method: 'email' | 'app';
}

function staffSignInUrl() {
  const path = intendedPath();
  return `/api/authentication/staff${path ? `?redirect=${encodeURIComponent(path)}` : ''}`;
}

export function SignInForm({ onForgotten }: { onForgotten: () => void }) {
  const dispatch = useStoreDispatch();
  const [signIn, { isLoading }] = useSignInMutation();
  const [wantsCode, setWantsCode] = useState(false);
  /** Belongs to the newest answer, so that a repeated answer restarts the countdown. */
  const [sent, setSent] = useState<Wanted>({ answer: 0, code: undefined, method: 'email' });
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [staffError, setStaffError] = useState(staffSignInError);
  const { register, handleSubmit, setFocus, setValue, getValues, formState } = useForm<Fields>({
    defaultValues: { username: '', password: '', mfaCode: '' },
  });
  const { errors } = formState;

  useEffect(forgetStaffSignInError, []);
  useEffect(() => {
    if (wantsCode) setFocus('mfaCode');
  }, [wantsCode, setFocus]);

  const send = async (fields: { username: string; password: string; mfaCode?: string }) => {
    if (isLoading) return;
    // The same message again would change nothing on screen, and would not be read out.
    setProblem(null);
    const result = await signIn(fields);
    if (result.data) {
      dispatch(welcome(result.data.user));
      return;
    }
    const found = signInProblem(result.error);
    if (found.kind !== 'codeWanted') {
      setProblem(found);
      return;
    }
    // The server asks for a code again, so the submitted one was wrong.
    if (fields.mfaCode !== undefined && found.message) setProblem({ kind: 'refused', message: found.message });
    setSent(({ answer }) => ({ answer: answer + 1, code: found.code, method: found.method }));
    setValue('mfaCode', '');
    setWantsCode(true);
    if (wantsCode) setFocus('mfaCode');
  };
  const submit = handleSubmit(({ username, password, mfaCode }) =>
    send({ username: username.trim(), password, ...(wantsCode ? { mfaCode: mfaCode.trim() } : {}) }),
  );
  const sendNewCode = () => {
    const { username, password } = getValues();
    void send({ username: username.trim(), password });
  };

  const forgotten = (
    <button type="button" className="link font-semibold hover:underline pointer-coarse:min-h-11" onClick={onForgotten}>
      Can't login?
    </button>
  );
  return (
    <>
      <EntranceTitle title="Sign in" note={wantsCode ? 'One more step' : 'Employers, consultants and staff'} />
      <div className="mt-6 space-y-3 empty:hidden">
        {staffError && (
          <MessageBox tone="danger" onClose={() => setStaffError(null)}>
            {staffError}
          </MessageBox>
        )}
        {problem && (
          <MessageBox
            tone={problem.kind === 'activationWanted' ? 'info' : 'danger'}
            stays
            onClose={() => setProblem(null)}
          >
            {problem.message}
            {problem.kind === 'activationWanted' && (
              <Link
                to="/activate"
                state={{ username: getValues('username').trim() }}
                className="link mt-1 block hover:underline"
              >
                Send an activation link
              </Link>
            )}
            {problem.kind === 'refused' && problem.detail && <span className="block text-ink-2">{problem.detail}</span>}
          </MessageBox>
        )}
        {wantsCode && (sent.method === 'app' ? <CodeInApp /> : <CodeSent code={sent.code} />)}
      </div>
      <form className="mt-6 space-y-5" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errors.username?.message}
          {...register('username', { validate: (text) => text.trim() !== '' || 'Enter your username or email' })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aside={wantsCode ? undefined : forgotten}
          error={errors.password?.message}
          {...register('password', { required: 'Enter your password' })}
        />
        {wantsCode && (
          <div className="space-y-1.5">
            <TextField
              label="Verification code"
              inputMode="numeric"
              autoComplete="one-time-code"
              className="text-lg font-semibold tracking-[0.3em]"
              error={errors.mfaCode?.message}
              {...register('mfaCode', { validate: (text) => text.trim() !== '' || 'Verification code is required' })}
            />
            {sent.method === 'email' && (
              <NewCode key={sent.answer} afterSeconds={sent.code?.nextInSeconds ?? 0} onSend={sendNewCode} />
            )}
          </div>
        )}
        <Button type="submit" kind="primary" large icon={LogIn} className="w-full" aria-disabled={isLoading}>
          {isLoading ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {wantsCode ? (
        <p className="mt-5 text-center text-md">{forgotten}</p>
      ) : (
        <>
          <div className="my-6 flex items-center gap-4 text-sm text-ink-3" aria-hidden>
            <span className="h-px flex-1 bg-line" />
            or
            <span className="h-px flex-1 bg-line" />
          </div>
          <Button large className="w-full" onClick={() => window.location.assign(staffSignInUrl())}>
            Staff
          </Button>
          <p className="mt-2 text-center text-sm text-ink-3">Staff sign in with their work account.</p>
          <PasskeyButton onProblem={setProblem} />
          <p className="mt-5 text-center text-md">
            <Link to="/check" className="link inline-flex min-h-8 items-center hover:underline pointer-coarse:min-h-11">
              Check a report
            </Link>
          </p>
        </>
      )}
    </>
  );
}

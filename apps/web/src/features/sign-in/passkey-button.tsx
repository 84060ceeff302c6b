import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { answerByPasskey, knowsPasskeys } from '../../portal/session/passkeys';
import { welcome } from '../../portal/session/welcome';
import { useStoreDispatch } from '../../portal/state';
import { Button } from '../../ui/button';
import { usePasskeyQuestionMutation, useSignInByPasskeyMutation } from './passkey.api';
import { signInProblem, type SignInProblem } from './sign-in-problem';

/** Signs in by a passkey, without a name or a password. Absent where the browser does not support passkeys. */
export function PasskeyButton({ onProblem }: { onProblem: (problem: SignInProblem | null) => void }) {
  const dispatch = useStoreDispatch();
  const [ask] = usePasskeyQuestionMutation();
  const [signIn] = useSignInByPasskeyMutation();
  const [busy, setBusy] = useState(false);
  if (!knowsPasskeys()) return null;
  const enter = async () => {
    const question = await ask();
    if (question.error) return onProblem(signInProblem(question.error));
    const outcome = await answerByPasskey(question.data);
    if ('none' in outcome)
      return onProblem({ kind: 'refused', message: 'No passkey was used.', detail: DETAILS[outcome.none] });
    const result = await signIn(outcome.answer);
    if (result.error) return onProblem(signInProblem(result.error));
    dispatch(welcome(result.data.user));
  };
  return (
    <Button
      large
      icon={KeyRound}
      className="mt-4 w-full"
      aria-disabled={busy}
      onClick={() => {
        if (busy) return;
        onProblem(null);
        setBusy(true);
        void enter().finally(() => setBusy(false));
      }}
    >
      Sign in with a passkey
    </Button>
  );
}

const DETAILS = {
  declined: 'Please try again, or sign in by password. You add passkeys on the page Two-step sign-in.',
  alreadyAdded: undefined,
  failed: 'This browser could not use one. Please sign in by password.',
};

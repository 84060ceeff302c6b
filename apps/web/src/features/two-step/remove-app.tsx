import { authenticatorCodeRequest } from '@superscope/contracts/second-factor';
import { RequestForm } from '../../portal/forms/request-form';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { Button } from '../../ui/button';
import { CodeField } from './code.field';
import { useRemoveAuthenticatorMutation } from './two-step.api';

/** Removes the authenticator app, which requires one last code from it. */
export function RemoveApp({ onDone }: { onDone: () => void }) {
  const [remove] = useRemoveAuthenticatorMutation();
  const form = useRequestForm({
    of: null,
    saved: null,
    schema: authenticatorCodeRequest,
    values: { code: '' },
    send: (body) => remove(body).unwrap(),
    onDone,
  });
  return (
    <RequestForm form={form}>
      <p>Every sign-in asks for a code of your app. To use another app, or none, take this one away first.</p>
      <CodeField {...form.text('code')} />
      <Button type="submit" busy={form.isBusy}>
        Remove the app
      </Button>
    </RequestForm>
  );
}

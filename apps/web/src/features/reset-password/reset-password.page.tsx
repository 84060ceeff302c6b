import { useSearchParams } from 'react-router';
import { EntranceFrame, EntranceTitle } from '../../portal/entrance/entrance';
import { MessageBox } from '../../ui/message-box';
import { usePageTitle } from '../../ui/use-page-title';
import { BackToSignIn, SetPassword, tokenOf } from './set-password';

const INVALID_LINK = 'The password reset link is invalid, please request a new one.';

export function ResetPasswordPage() {
  usePageTitle('Reset password');
  const [search] = useSearchParams();
  return (
    <EntranceFrame>
      <EntranceTitle title="Set a new password" />
      <SetPassword
        token={tokenOf(search)}
        link="The reset link"
        done="Password changed successfully"
        invalid={
          <div className="mt-6 space-y-5">
            <MessageBox tone="danger">{INVALID_LINK}</MessageBox>
            <BackToSignIn />
          </div>
        }
      />
    </EntranceFrame>
  );
}

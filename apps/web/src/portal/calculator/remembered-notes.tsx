import { dateTime } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { isUnknown, messageOf, referenceOf } from '../api/base.api';
import { useNotCarrying } from '../session/carried-member';

/** Of a result that was found before the page was left or loaded again. */
export const FoundEarlier = ({ at }: { at: string }) => (
  <div className="mb-4">
    <MessageBox tone="info" stays>
      Found at {dateTime(at)}. What has been recorded and published since is not in it. Run it again for what holds now.
    </MessageBox>
  </div>
);

interface UnreachableProps {
  what?: 'member' | 'employer';
  error: unknown;
}

/** Of a member or an employer whom the address names, and who cannot be shown any more. Such a member is carried to no other page. */
export function Unreachable({ what = 'member', error }: UnreachableProps) {
  // Where nothing failed, they were erased.
  useNotCarrying(what === 'member' && (error == null || isUnknown(error)));
  return (
    <div className="mb-4">
      <MessageBox tone="attention" stays>
        {messageOf(error) ?? `The ${what} of this address cannot be shown any more.`} Choose{' '}
        {what === 'member' ? 'a' : 'an'} {what} again.
        <Reference id={referenceOf(error)} className="mt-1" />
      </MessageBox>
    </div>
  );
}

import { MessageBox } from '../../ui/message-box';
import { ErrorState, Reference, type ErrorProps } from '../../ui/states';
import { TryAgain } from '../../ui/try-again';
import { messageOf, referenceOf } from './base.api';

interface Props extends Omit<ErrorProps, 'reference'> {
  /** The error of the request. */
  error: unknown;
}

/** In place of what did not load: what the server said of it, and `note`, with the reference by which operators find it in the log. */
export const NotLoaded = ({ error, note, ...state }: Props) => (
  <ErrorState
    {...state}
    note={[messageOf(error), note].filter(Boolean).join(' ') || undefined}
    reference={referenceOf(error)}
  />
);

/** The same as a box, where a part of a form or card is missing. Draws nothing without an error. */
export const NotLoadedBox = ({
  error,
  what,
  onRetry,
  className,
}: Pick<Props, 'error' | 'what' | 'onRetry' | 'className'>) =>
  error != null && (
    <div className={className}>
      <MessageBox tone="danger">
        <p className="font-semibold">{what} did not load</p>
        <p>{messageOf(error)}</p>
        <TryAgain onClick={onRetry} />
        <Reference id={referenceOf(error)} className="mt-1" />
      </MessageBox>
    </div>
  );

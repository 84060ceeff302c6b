import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { messageOf, referenceOf } from './base.api';

interface Props {
  /** The error of a request; undefined or null while none has failed. */
  error: unknown;
  /** Said where the server does not explain its failure. */
  otherwise: string;
}

/** What the server said of a failure, with the reference by which operators find it in the log. */
export const FailureText = ({ error, otherwise }: Props) => (
  <>
    {messageOf(error) ?? otherwise}
    <Reference id={referenceOf(error)} className="mt-1" />
  </>
);

interface BoxProps extends Props {
  onClose?: () => void;
  className?: string;
}

/** The same in a message box. Draws nothing without an error. */
export const Failure = ({ error, otherwise, onClose, className }: BoxProps) =>
  error != null && (
    <div className={className}>
      <MessageBox tone="danger" {...(onClose && { onClose })}>
        <FailureText error={error} otherwise={otherwise} />
      </MessageBox>
    </div>
  );

import { ErrorState, type ErrorProps } from '../../ui/states';
import { messageOf, referenceOf } from './base.api';

interface Props extends Omit<ErrorProps, 'reference'> {
  /** The error of the request. */
  error: unknown;
}

/** In place of what did not load: what the server said of it, or else `note`, with the reference by which operators find it in the log. */
export const NotLoaded = ({ error, note, ...state }: Props) => (
  <ErrorState {...state} note={messageOf(error) ?? note} reference={referenceOf(error)} />
);

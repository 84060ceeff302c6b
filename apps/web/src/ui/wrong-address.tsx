import { MessageBox } from './message-box';

interface Props {
  /** What the address gives, as it is written there. */
  given: readonly string[];
  /** What they are not, such as 'a date'. */
  what?: string;
  /** What the page does without them, or what the reader may do. */
  children: string;
}

/** Says that the address of the page gives something that does not exist, such as 31 February. */
export const WrongAddress = ({ given, what = 'a date', children }: Props) => (
  <div className="mb-4">
    <MessageBox tone="attention" stays>
      The address gives {given.map((text) => `“${text.slice(0, 40)}”`).join(' and ')}, which is not {what}. {children}
    </MessageBox>
  </div>
);

import type { RecordChange } from '@superscope/contracts/changed-since';
import { dateTime } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import type { Newer } from './use-revision';

interface Props {
  newer: Newer;
  /** How the form's button is called. */
  action?: string | undefined;
  /** Says a value that is stored as a code. */
  inWords?: ((value: string, field: string) => string) | undefined;
}

/** Who changed what since a form was opened. What is typed stands in the form. */
export const ChangedMeanwhile = ({ newer: { message, changes }, action = 'Save', inWords = itself }: Props) => (
  <MessageBox tone="attention" stays>
    <p>{message}</p>
    {changes.map((change) => (
      <div key={change.at} className="my-2">
        <p className="font-semibold">
          {change.by ?? 'Somebody whose account is gone'}, {dateTime(change.at)}
        </p>
        <Fields of={change.fields} inWords={inWords} />
      </div>
    ))}
    <p>What you entered is still here. {action} again puts it over theirs.</p>
  </MessageBox>
);

const Fields = ({ of, inWords }: { of: RecordChange['fields']; inWords: (value: string, field: string) => string }) => (
  <ul className="list-disc pl-5">
    {of.map(({ field, was, is }) => (
      <li key={field} className="wrap-anywhere">
        {field}: {was === null ? 'nothing' : `“${inWords(was, field)}”`} became{' '}
        {is === null ? 'nothing' : `“${inWords(is, field)}”`}
      </li>
    ))}
  </ul>
);

const itself = (value: string) => value;

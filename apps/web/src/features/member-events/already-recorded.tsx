import type { AlreadyRecordedAnswer } from '@superscope/contracts/member-events';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { kindOf } from '../../portal/members/event-text';

interface Props {
  answer: AlreadyRecordedAnswer;
  /** How many events the submission has. */
  submitted: number;
  busy: boolean;
  onAgain: () => void;
  /** Back to the form, which stays as it is. */
  onLeave: () => void;
  /** To the next member: all of the submission is recorded already. */
  onSkip: () => void;
}

/** Asks whether events that equal earlier ones happened a second time. The first button, which has the focus, records nothing. */
export function AlreadyRecordedQuestion({ answer, submitted, busy, onAgain, onLeave, onSkip }: Props) {
  const [title, text] = [useId(), useId()];
  const { message, alreadyRecorded } = answer;
  const names = alreadyRecorded.map((earlier) => kindOf(earlier).name);
  const others = submitted - names.length;
  return (
    <div
      role="group"
      aria-labelledby={title}
      aria-describedby={text}
      className="flex gap-2.5 rounded-md border border-attention-line bg-attention-soft px-3.5 py-3"
    >
      <TriangleAlert size={18} className="mt-px shrink-0 text-attention" aria-hidden />
      <div className="min-w-0 flex-1">
        <p id={title} className="text-base font-semibold wrap-anywhere">
          {message}
        </p>
        <p id={text} className="mt-1 text-base text-ink-2">
          {names.length === 1
            ? `${names[0]} has the same fields as the one recorded then. Did it happen a second time?`
            : 'They have the same fields as those recorded then. Did they happen a second time?'}{' '}
          {others > 0
            ? 'Nothing of this submission is recorded yet, the other events neither.'
            : 'Nothing of this submission is recorded yet.'}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {others === 0 && (
            <Button kind="primary" autoFocus onClick={onSkip}>
              Skip, next member
            </Button>
          )}
          <Button busy={busy} onClick={onAgain}>
            Record again
          </Button>
          <Button kind={others === 0 ? 'quiet' : 'primary'} autoFocus={others > 0} onClick={onLeave}>
            Back to the form
          </Button>
        </div>
      </div>
    </div>
  );
}

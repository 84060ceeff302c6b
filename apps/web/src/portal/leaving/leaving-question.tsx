import { onDemand } from '../../ui/on-demand';
import { useAsked } from './leaving';

const ConfirmDialog = onDemand(async () => (await import('../../ui/confirm-dialog')).ConfirmDialog);

/** Asks what is registered, before the tab leaves its page in a way that no page can hold back, such as logging out. */
export function LeavingQuestion() {
  const asked = useAsked();
  if (asked === null) return null;
  const { questions, answer } = asked;
  return (
    <ConfirmDialog
      title="Before you leave"
      action="Leave"
      cancel="Stay"
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      {questions.map((question) => (
        <p key={question} className="mt-1 first:mt-0">
          {question}
        </p>
      ))}
    </ConfirmDialog>
  );
}

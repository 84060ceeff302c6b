import { onDemand } from '../../ui/on-demand';
import { useAsked } from './leaving';
import { useHeldPage } from './use-held-page';

const ConfirmDialog = onDemand(async () => (await import('../../ui/confirm-dialog')).ConfirmDialog);

/** Asks before what is typed would be lost: before another page is shown, and before the tab leaves its page, as by logging out. */
export function LeavingQuestion() {
  useHeldPage();
  const asked = useAsked();
  if (asked === null) return null;
  const { title, texts, stay, leave, answer } = asked;
  return (
    <ConfirmDialog
      title={title}
      action={leave}
      cancel={stay}
      cancelFirst
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      {texts.map((text) => (
        <p key={text} className="mt-1 first:mt-0">
          {text}
        </p>
      ))}
    </ConfirmDialog>
  );
}

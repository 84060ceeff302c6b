import { useEffect, useRef, type ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button';
import { submitByKeys } from './submit-by-keys';

interface Props {
  title: string;
  children: ReactNode;
  /** The label of the button, in a word or two. */
  action: string;
  /** The label of the button that leaves everything as it is. */
  cancel?: string;
  /** The button that leaves everything as it is has the focus at first. */
  cancelFirst?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Escape and a press outside, which may happen by accident; by default they cancel. */
  onDismiss?: (() => void) | undefined;
}

/** Asks for confirmation before an action that is hard to undo. Escape and a press outside cancel. Ctrl+Enter confirms. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  cancel = 'Cancel',
  cancelFirst = false,
  busy = false,
  onConfirm,
  onClose,
  onDismiss = onClose,
}: Props) => (
  <ModalOverlay
    isOpen
    isDismissable
    onOpenChange={(open) => open || onDismiss()}
    className="fixed inset-0 z-40 grid place-items-end bg-[#0A1513]/45 sm:place-items-center"
  >
    <Modal className="max-h-full w-full overflow-auto rounded-t-xl border bg-raised shadow-pop sm:max-w-lg sm:rounded-xl">
      <Dialog className="p-5 outline-none sm:p-6">
        <form
          noValidate
          onKeyDown={submitByKeys}
          onSubmit={(event) => {
            event.preventDefault();
            // Of a question over a form, whose own submission this is not.
            event.stopPropagation();
            onConfirm();
          }}
        >
          <Heading slot="title" className="text-lg font-[650]">
            {title}
          </Heading>
          <div className="mt-2 text-base text-ink-2">{children}</div>
          <div className="mt-5 flex justify-end gap-2">
            <CancelButton first={cancelFirst} onClick={onClose}>
              {cancel}
            </CancelButton>
            <Button kind="primary" type="submit" busy={busy}>
              {action}
            </Button>
          </div>
        </form>
      </Dialog>
    </Modal>
  </ModalOverlay>
);

/** It takes the focus once the dialog has it: at an earlier focus, a pop-up behind the dialog would close. */
function CancelButton({ first, onClick, children }: { first: boolean; onClick: () => void; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!first) return;
    const frame = requestAnimationFrame(() => button.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [first]);
  return (
    <Button ref={button} onClick={onClick}>
      {children}
    </Button>
  );
}

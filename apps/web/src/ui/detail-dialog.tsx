import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface Props {
  title: string;
  note?: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

/** More about one row. Escape, the button and a press outside close it; focus goes back to what opened it. */
export const DetailDialog = ({ title, note, children, onClose }: Props) => (
  <ModalOverlay
    isOpen
    isDismissable
    onOpenChange={(open) => open || onClose()}
    className="fixed inset-0 z-40 grid place-items-end bg-[#0A1513]/45 sm:place-items-center"
  >
    <Modal className="max-h-full w-full overflow-auto rounded-t-xl border bg-raised shadow-pop sm:max-w-2xl sm:rounded-xl">
      <Dialog className="p-5 outline-none sm:p-6">
        <div className="flex items-start gap-3">
          <Heading slot="title" className="min-w-0 flex-1 text-lg font-[650] wrap-anywhere">
            {title}
          </Heading>
          <Button
            slot="close"
            aria-label="Close"
            className="-mr-1.5 -mt-1.5 grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover pointer-coarse:size-11"
          >
            <X size={18} aria-hidden />
          </Button>
        </div>
        {note !== undefined && <p className="mt-1 text-base text-ink-2">{note}</p>}
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
);

import { X } from 'lucide-react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Brand, Navigation } from './sidebar';

/** The sidebar over the page. Escape and a press outside close it and return the focus. */
export const DrawnMenu = ({ onClose }: { onClose: () => void }) => (
  <ModalOverlay
    isOpen
    isDismissable
    onOpenChange={(open) => open || onClose()}
    className="fixed inset-0 z-40 bg-[#0A1513]/45 lg:hidden"
  >
    <Modal className="fixed inset-y-0 left-0 w-72 max-w-[85vw] bg-surface shadow-pop">
      <Dialog aria-label="Main menu" className="flex h-full flex-col outline-none">
        <div className="flex h-14 shrink-0 items-center justify-between border-b pl-5 pr-2">
          <Brand />
          <Button
            slot="close"
            aria-label="Close menu"
            className="grid size-9 place-items-center rounded-md text-ink-3 hover:bg-hover pointer-coarse:size-11"
          >
            <X size={18} aria-hidden />
          </Button>
        </div>
        <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
          <Navigation onNavigate={onClose} />
        </nav>
      </Dialog>
    </Modal>
  </ModalOverlay>
);

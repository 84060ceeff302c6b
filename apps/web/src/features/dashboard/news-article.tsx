import type { NewsItem } from '@superscope/contracts/read-models/news';
import { X } from 'lucide-react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Source } from './news-cards';

/** The whole text of one item of the news, over the page. */
export const NewsArticle = ({ item, onClose }: { item: NewsItem; onClose: () => void }) => (
  <ModalOverlay
    isOpen
    isDismissable
    onOpenChange={(open) => open || onClose()}
    className="fixed inset-0 z-40 grid place-items-center bg-[#0A1513]/45 p-4"
  >
    <Modal className="max-h-full w-full max-w-xl overflow-auto rounded-lg border bg-raised shadow-pop">
      <Dialog className="p-5 outline-none sm:p-6">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <Source item={item} />
            <Heading slot="title" className="mt-1.5 text-xl font-[650] tracking-[-0.01em]">
              {item.title}
            </Heading>
          </div>
          <Button
            slot="close"
            aria-label="Close"
            className="-mr-1.5 -mt-1.5 grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover pointer-coarse:size-11"
          >
            <X size={18} aria-hidden />
          </Button>
        </div>
        <div className="mt-4 space-y-3 text-md text-ink-2">
          {item.body.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Dialog>
    </Modal>
  </ModalOverlay>
);

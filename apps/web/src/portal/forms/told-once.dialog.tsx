import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { DetailDialog } from '../../ui/detail-dialog';
import { useCopied } from '../../ui/use-copied';

interface Props {
  title: string;
  /** Why it is not shown again, and what it is for. */
  note: string;
  secret: string;
  /** Read out once it is copied: 'The key is copied.' */
  copiedText: string;
  onClose: () => void;
  children?: ReactNode;
}

/** A secret that is told this once, such as a token or a key. */
export function ToldOnceDialog({ title, note, secret, copiedText, onClose, children }: Props) {
  const [copied, copy] = useCopied();
  return (
    <DetailDialog title={title} note={note} onClose={onClose}>
      <p className="mt-4 select-all rounded-md border bg-sunken p-3 font-mono text-sm wrap-anywhere">{secret}</p>
      {children}
      <p role="status" className="sr-only">
        {copied === null ? '' : copiedText}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button icon={Copy} onClick={() => copy(secret)}>
          {copied === null ? 'Copy' : 'Copied'}
        </Button>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </DetailDialog>
  );
}

import { Copy } from 'lucide-react';
import { Button } from '../../ui/button';
import { DetailDialog } from '../../ui/detail-dialog';
import { useCopied } from '../../ui/use-copied';

interface Props {
  name: string;
  signingKey: string;
  onClose: () => void;
}

/** The key that signs a webhook's messages, which is told once. */
export function KeyShownDialog({ name, signingKey, onClose }: Props) {
  const [copied, copy] = useCopied();
  return (
    <DetailDialog
      title={`Copy the key of ${name} now`}
      note="It is not shown again: it is stored nowhere. A receiver checks X-Superscope-Signature with it; Slack and Teams need no key."
      onClose={onClose}
    >
      <p className="mt-4 select-all rounded-md border bg-sunken p-3 font-mono text-sm wrap-anywhere" data-key>
        {signingKey}
      </p>
      <p role="status" className="sr-only">
        {copied === null ? '' : 'The key is copied.'}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button icon={Copy} onClick={() => copy(signingKey)}>
          {copied === null ? 'Copy' : 'Copied'}
        </Button>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </DetailDialog>
  );
}

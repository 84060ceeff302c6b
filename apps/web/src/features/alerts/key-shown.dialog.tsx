import { ToldOnceDialog } from '../../portal/forms/told-once.dialog';

interface Props {
  name: string;
  signingKey: string;
  onClose: () => void;
}

/** The key that signs a webhook's messages. */
export const KeyShownDialog = ({ name, signingKey, onClose }: Props) => (
  <ToldOnceDialog
    title={`Copy the key of ${name} now`}
    note="It is not shown again: it is stored nowhere. A receiver checks X-Superscope-Signature with it; Slack and Teams need no key."
    secret={signingKey}
    copiedText="The key is copied."
    onClose={onClose}
  />
);

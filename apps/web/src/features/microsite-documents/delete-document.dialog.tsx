import { titleOf, type LibraryDocument } from '@superscope/contracts/microsites';
import { Failure } from '../../portal/api/failure';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useDeleteDocumentMutation, useUnmapMutation } from './microsite-documents.api';

interface DeleteProps {
  document: LibraryDocument;
  onClose: () => void;
}

/** Asks before a document is deleted, which no employer has. */
export function DeleteDocumentDialog({ document, onClose }: DeleteProps) {
  const [remove, { isLoading, error }] = useDeleteDocumentMutation();
  return (
    <ConfirmDialog
      title={`Delete ${titleOf(document)}?`}
      action="Delete"
      cancel="Keep"
      busy={isLoading}
      onClose={onClose}
      onConfirm={() =>
        void remove(document.documentId)
          .unwrap()
          .then(onClose, () => undefined)
      }
    >
      It is mapped to no employer.
      <Failure error={error} otherwise="It was not deleted. Please try again." className="mt-3" />
    </ConfirmDialog>
  );
}

interface UnmapProps {
  mappingId: string;
  title: string;
  employer: string;
  onClose: () => void;
}

/** Asks before a document is taken from an employer's microsite. */
export function UnmapDialog({ mappingId, title, employer, onClose }: UnmapProps) {
  const [unmap, { isLoading, error }] = useUnmapMutation();
  return (
    <ConfirmDialog
      title={`Remove ${title}?`}
      action="Remove"
      cancel="Keep"
      busy={isLoading}
      onClose={onClose}
      onConfirm={() =>
        void unmap(mappingId)
          .unwrap()
          .then(onClose, () => undefined)
      }
    >
      Members of {employer} no longer find it on the microsite. It stays in the library.
      <Failure error={error} otherwise="It was not removed. Please try again." className="mt-3" />
    </ConfirmDialog>
  );
}

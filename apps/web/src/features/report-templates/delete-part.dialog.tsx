import { Failure } from '../../portal/api/failure';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useDeletePartMutation } from './report-templates.api';
import { pageTitle, sectionTitle, type Found } from './template-parts';

interface DeleteProps {
  found: Found;
  onClose: () => void;
  /** With the revision of the deletion. */
  onDone: (revision: number) => void;
}

/** Asks before anything is deleted, and names what goes with it. */
export function DeletePartDialog({ found: { template, page, section, item }, onClose, onDone }: DeleteProps) {
  const [deletePart, { isLoading, error }] = useDeletePartMutation();
  const what =
    item !== null
      ? `item ${item.sequence}`
      : section !== null
        ? `the section ${sectionTitle(section)}`
        : page !== null
          ? `the page ${pageTitle(page)}`
          : `the template ${template.templateName}`;
  const below =
    item !== null
      ? ''
      : section !== null
        ? section.sectionItems.length > 0 && `Its ${countOf(section.sectionItems.length, 'item')} go with it.`
        : page !== null
          ? page.pageSections.length > 0 &&
            `With it go its sections: ${page.pageSections.map(sectionTitle).join(', ')}.`
          : `Its ${countOf(template.reportPages.length, 'page')} go with it. A wider template serves ${template.serves} then.`;
  const remove = () =>
    void deletePart({ template, pageId: page?.id, sectionId: section?.id, itemId: item?.id })
      .unwrap()
      .then(
        ({ revision }) => onDone(Number(revision)),
        () => undefined,
      );
  return (
    <ConfirmDialog
      title={`Delete ${what}?`}
      action="Delete"
      cancel="Keep"
      busy={isLoading}
      onClose={onClose}
      onConfirm={remove}
    >
      {below} It can be brought back from the changes.
      <Failure error={error} otherwise="It was not deleted. Please try again." className="mt-3" />
    </ConfirmDialog>
  );
}

const countOf = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);

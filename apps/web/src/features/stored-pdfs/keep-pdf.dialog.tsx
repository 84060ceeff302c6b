import { keepPdfRequest, type RefusedPdf } from '@superscope/contracts/stored-pdfs';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { TextField } from '../../ui/text-field';
import { nameOf } from './pdf-words';
import { useKeepPdfMutation } from './stored-pdfs.api';

const LONGEST_REASON = 200;

/** Asks why a refused PDF is kept; the reason stays with it. */
export function KeepPdfDialog({ pdf, onClose }: { pdf: RefusedPdf; onClose: () => void }) {
  const [keep] = useKeepPdfMutation();
  const form = useRequestForm({
    of: pdf.sha256,
    saved: 'Kept',
    schema: keepPdfRequest,
    values: { reason: '' },
    send: (body) => keep({ sha256: pdf.sha256, ...body }).unwrap(),
    onDone: onClose,
    failed: 'It could not be kept. Please try again.',
  });
  return (
    <FormDialog
      title={`Keep ‘${nameOf(pdf)}’ as it is?`}
      action="Keep"
      form={form}
      onClose={onClose}
      intro={
        <>
          {pdf.why} Everybody who may have the file can download it again as it is. It still goes into no report and to
          no other host. To upload a repaired file is safer.
        </>
      }
    >
      <TextField
        label="Why it is kept"
        autoFocus
        maxLength={LONGEST_REASON}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  );
}

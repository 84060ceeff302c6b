import type { Right } from '@superscope/contracts/rights';
import { Download, FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { TryAgain } from '../../ui/try-again';
import { usePageTitle } from '../../ui/use-page-title';
import { referenceOf } from '../api/base.api';
import { DownloadFailed } from '../downloads/download-failed';
import { useDownload } from '../downloads/use-download';
import { PlainHeader } from '../page-header/plain-header';
import { useMay } from '../user/use-may';

interface Props {
  title: string;
  note: string;
  /** The chosen member: name, number and birth date. */
  person: string | null;
  /** The address of the calculation as a PDF. That of all calculations as a spreadsheet is below it. */
  url: string;
  exportRight: Right;
  /** The request whose result is shown; null while there is none to hand over. */
  report: object | null;
  /** The widths of the form and of the result beside it. */
  columns: string;
  form: ReactNode;
  /** In place of the form on phones, while a result folds it. */
  summary: ReactNode;
  children: ReactNode;
}

/** A calculator: what is asked at the left, what was found beside it. On phones a result folds the form. */
export function CalculatorPage({ title, note, person, url, exportRight, report, columns, ...props }: Props) {
  const { form, summary, children } = props;
  usePageTitle(title);
  const mayExport = useMay(exportRight);
  const spreadsheet = useDownload();
  const pdf = useDownload();
  return (
    <>
      <PlainHeader
        title={title}
        note={note}
        person={person}
        right={
          <div className="flex flex-wrap gap-2">
            {mayExport && (
              <Button
                icon={FileSpreadsheet}
                busy={spreadsheet.busy}
                onClick={() => void spreadsheet.download(`${url}/exportXlsx`)}
              >
                Analytics
              </Button>
            )}
            <Button
              icon={Download}
              busy={pdf.busy}
              disabled={report === null}
              onClick={() => void pdf.download({ url, method: 'POST', body: report })}
            >
              Download report
            </Button>
          </div>
        }
      />
      <DownloadFailed what="The spreadsheet" failure={spreadsheet.failure} />
      <DownloadFailed what="The report" failure={pdf.failure} />
      <div className={cx('grid grid-cols-1 items-start gap-4', columns)}>
        <div className={cx('min-w-0', Boolean(summary) && 'max-lg:hidden')}>{form}</div>
        {summary}
        <div className="min-w-0">{children}</div>
      </div>
    </>
  );
}

interface SummaryProps {
  label: string;
  onChange: () => void;
  className: string;
  children: ReactNode;
}

/** What was calculated, in place of the form. */
export const Summary = ({ label, onChange, className, children }: SummaryProps) => (
  <section aria-label={label} className="card flex items-start gap-3 px-5 py-4 lg:hidden">
    <div className={cx('min-w-0 flex-1 text-base wrap-anywhere', className)}>{children}</div>
    <Button onClick={onChange}>Change</Button>
  </section>
);

interface FailedProps {
  error: unknown;
  /** Null where trying again needs something else first. */
  onRetry: (() => void) | null;
  onClose?: () => void;
  children: ReactNode;
}

/** What failed, above the result. */
export const Failed = ({ error, onRetry, onClose, children }: FailedProps) => (
  <div className="mb-4">
    <MessageBox tone="danger" {...(onClose && { onClose })}>
      {children} {onRetry && <TryAgain onClick={onRetry} />}
      <Reference id={referenceOf(error)} className="mt-1" />
    </MessageBox>
  </div>
);

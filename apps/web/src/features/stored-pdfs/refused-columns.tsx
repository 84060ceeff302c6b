import type { RefusedPdf } from '@superscope/contracts/stored-pdfs';
import { Download, ShieldCheck, Undo2 } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { fileSize } from '../../portal/work/work-words';
import { Button } from '../../ui/button';
import { dateTime } from '../../ui/format';
import { nameOf, whereOf } from './pdf-words';

export interface RefusedActions {
  onKeep: (pdf: RefusedPdf) => void;
  onTakeBack: (pdf: RefusedPdf) => void;
  onOriginal: (pdf: RefusedPdf) => void;
}

export const refusedColumns = (actions: RefusedActions): readonly RecordColumn<RefusedPdf>[] => [
  { head: 'File', leads: true, names: true, cell: (pdf) => <What pdf={pdf} />, className: 'max-w-[320px]' },
  { head: 'Why', cell: (pdf) => <Why pdf={pdf} />, className: 'max-w-[380px]' },
  {
    head: 'Refused',
    cell: ({ refusedAt }) => dateTime(refusedAt),
    sort: ({ refusedAt }) => refusedAt,
    className: 'whitespace-nowrap text-ink-2',
  },
  { head: 'Actions', quiet: true, right: true, cell: (pdf) => <Actions pdf={pdf} {...actions} /> },
];

const What = ({ pdf }: { pdf: RefusedPdf }) => (
  <>
    <p className="font-semibold wrap-anywhere">{nameOf(pdf)}</p>
    {pdf.uses.length === 0 ? (
      <p className="text-sm text-ink-3">Nothing uses it any more, {fileSize(pdf.bytes)}</p>
    ) : (
      pdf.uses.map((use, at) => (
        <p key={at} className="text-sm text-ink-3 wrap-anywhere">
          {whereOf(use)}
          {use.name !== nameOf(pdf) && `, as ‘${use.name}’`}
          {at === 0 && `, ${fileSize(pdf.bytes)}`}
        </p>
      ))
    )}
  </>
);

const Why = ({ pdf: { why, kept } }: { pdf: RefusedPdf }) => (
  <>
    <p className="wrap-anywhere">{why}</p>
    {kept && (
      <p className="mt-1 text-sm text-ink-3 wrap-anywhere">
        Kept by {kept.by}, {dateTime(kept.at)}: {kept.reason}
      </p>
    )}
  </>
);

function Actions({ pdf, onKeep, onTakeBack, onOriginal }: { pdf: RefusedPdf } & RefusedActions) {
  const name = nameOf(pdf);
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      <Button icon={Download} aria-label={`Original of ${name}`} onClick={() => onOriginal(pdf)}>
        Original
      </Button>
      {pdf.kept === null ? (
        pdf.uses.length > 0 && (
          <Button icon={ShieldCheck} aria-label={`Keep ${name}`} onClick={() => onKeep(pdf)}>
            Keep
          </Button>
        )
      ) : (
        <Button icon={Undo2} aria-label={`Take back ${name}`} onClick={() => onTakeBack(pdf)}>
          Take back
        </Button>
      )}
    </div>
  );
}

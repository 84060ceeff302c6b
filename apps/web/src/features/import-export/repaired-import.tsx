import type { ImportAnswer } from '@superscope/contracts/csv-import';
import { useState } from 'react';
import { CsvErrors } from '../../portal/imports/csv-errors';
import { outcomeText, refusedMeanwhileText } from '../../portal/imports/outcome-text';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { number } from '../../ui/format';
import { LinkButton } from '../../ui/link-button';
import { MessageBox } from '../../ui/message-box';
import { useImportProgressQuery } from './import-export.api';
import { tableText } from '../../portal/imports/table-name';

const LOOK_EVERY_MS = 1_000;

/** The import of a mended file, until its outcome. */
export const RepairedImport = ({ answer, fileName }: { answer: ImportAnswer; fileName: string }) => (
  <>
    <PlainHeader
      title="Repair and import"
      note={`${fileName}, ${tableText(answer.table)}.`}
      right={<LinkButton to="/staff/importExport">Go to Import / Export</LinkButton>}
    />
    <ImportOutcome importId={answer.importId!} rows={answer.rows} />
  </>
);

interface OutcomeProps {
  importId: string;
  /** Null if that is not known before the import is: then nothing is said until there is one. */
  rows: number | null;
}

/** What becomes of an import, until it has ended. */
export function ImportOutcome({ importId, rows }: OutcomeProps) {
  const [ended, setEnded] = useState(false);
  const { data: progress } = useImportProgressQuery(importId, { pollingInterval: ended ? 0 : LOOK_EVERY_MS });
  if (!ended && progress !== undefined && progress.state !== 'running') setEnded(true);
  const isRight = progress?.state === 'completed' && progress.errorCount === 0;
  const count = progress?.rows ?? rows;
  if (count === null) return null;
  return (
    <>
      {progress === undefined || progress.state === 'running' ? (
        <MessageBox tone="info" stays>
          {number(count)} {count === 1 ? 'row is' : 'rows are'} being imported. You may leave this page: it goes on.
        </MessageBox>
      ) : (
        <MessageBox tone={isRight ? 'good' : 'danger'} stays>
          {progress.message ?? `${outcomeText(progress)}.`}
        </MessageBox>
      )}
      {progress !== undefined && progress.errorCount > 0 && (
        <div className="mt-4">
          <CsvErrors
            of={progress.fileName}
            message={refusedMeanwhileText(progress.errorCount)}
            errors={progress.errors}
            count={progress.errorCount}
          />
        </div>
      )}
    </>
  );
}

import type { PlatformOption } from '@superscope/contracts/corrections';
import { earliestDay, latestDay } from '@superscope/contracts/csv-columns';
import type { ImportRefusal } from '@superscope/contracts/csv-import';
import type { ImportAsked } from '@superscope/contracts/import-effect';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { newId } from '../../portal/api/base.api';
import { Failure } from '../../portal/api/failure';
import { useDownload } from '../../portal/downloads/use-download';
import { AskedFirst, askedIn } from '../../portal/imports/asked-first';
import { CsvErrors } from '../../portal/imports/csv-errors';
import { outcomeText } from '../../portal/imports/outcome-text';
import { rejectionOf } from '../../portal/imports/rejection';
import { usualQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { PlatformLookup } from '../../portal/platforms/platform-lookup';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { DateField } from '../../ui/date-field';
import { MessageBox } from '../../ui/message-box';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { rowCount } from './change-text';
import { ChangesCard } from './changes-card';
import { DataDatesCard } from './data-dates-card';
import { FileField } from './file-field';
import { useCompareFileMutation, useTakeFileMutation, useTakenFileQuery } from './investment-options.api';

const LOOK_EVERY_MS = 1_000;

interface Chosen {
  platform: PlatformOption | null;
  /** Null while the typed text is no day. */
  dataDate: string | null;
  file: File | null;
}
const NOTHING: Chosen = { platform: null, dataDate: null, file: null };

const isInRange = (day: string | null): day is string => day !== null && day >= earliestDay && day <= latestDay;

export function InvestmentOptionsPage() {
  usePageTitle('Investment options');
  const [chosen, setChosen] = useState(NOTHING);
  /** Why the newest file was not looked at. */
  const [rejection, setRejection] = useState<string | null>(null);
  /** Names the sending of one file, so that it is taken once. */
  const [key, setKey] = useState('');
  const [compare, compared] = useCompareFileMutation();
  const [take, taken] = useTakeFileMutation();
  const downloads = useDownload();
  const { platform, dataDate, file } = chosen;
  const isReady = platform !== null && isInRange(dataDate);
  useUnsaved(
    file === null
      ? null
      : {
          ...usualQuestion,
          question: 'The file is not taken yet. Leave this page?',
          title: 'The file is not taken yet',
          text: 'It would have to be chosen again.',
          leave: 'Leave without taking it',
        },
  );

  /** A file is checked again when its platform or its date is another one. */
  const choose = (change: Partial<Chosen>) => {
    const next = { ...chosen, ...change };
    setChosen(next);
    setRejection(null);
    compared.reset();
    if (change.file !== undefined || taken.data === undefined) taken.reset();
    if (next.platform === null || !isInRange(next.dataDate) || next.file === null) return;
    setKey(newId());
    void compare({ platformId: next.platform.id, dataDate: next.dataDate, file: next.file });
  };
  const bring = (brought: File) => {
    const rejected = rejectionOf(brought);
    choose({ file: rejected === null ? brought : null });
    setRejection(rejected);
  };
  const takeIt = async (confirmed?: string) => {
    if (!isReady || file === null) return;
    const of = { platformId: platform.id, dataDate, file };
    const { data, error } = await take({ ...of, key, confirmed, asOf: compared.data?.asOf });
    if (isOutdated(error)) void compare(of);
    if (data === undefined) return;
    setChosen((now) => ({ ...now, file: null }));
    compared.reset();
  };

  const asked = askedIn(taken.error);

  return (
    <>
      <PlainHeader
        title="Investment options"
        note="A file replaces a platform’s whole list of options from its data date on."
        right={
          <Button
            icon={Download}
            disabled={platform === null}
            busy={downloads.busy}
            onClick={() =>
              platform && void downloads.download({ url: 'api/assets', params: { platformId: platform.id } })
            }
          >
            Export CSV
          </Button>
        }
      />
      <Card
        aria-label="File of options"
        className="grid gap-3 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,4fr)]"
      >
        <PlatformLookup value={platform} disabled={taken.isLoading} onChange={(next) => choose({ platform: next })} />
        <DateField
          label="Data date"
          required
          min={earliestDay}
          max={latestDay}
          value={dataDate}
          disabled={taken.isLoading}
          onChange={(day) => choose({ dataDate: day })}
        />
        <FileField
          enabled={isReady}
          held={taken.isLoading}
          file={file}
          note={noteOf(compared)}
          isWrong={compared.isError}
          onFile={bring}
          onRemove={() => choose({ file: null })}
        />
      </Card>
      <div className={cx('mt-4 grid gap-4 xl:items-start', platform !== null && 'xl:grid-cols-[minmax(0,1fr)_19rem]')}>
        <div className="grid min-w-0 gap-4">
          {rejection !== null && (
            <MessageBox tone="danger" onClose={() => setRejection(null)}>
              {rejection}
            </MessageBox>
          )}
          {taken.data?.importId != null && (
            <TakenFile key={taken.data.importId} importId={taken.data.importId} onClose={taken.reset} />
          )}
          {file === null && rejection === null && taken.data?.importId == null && (
            <Card aria-label="What would change" className="grid min-h-40">
              <EmptyState icon={FileSpreadsheet} title="No file is chosen yet">
                Choose a platform, a data date and a file. What it would change is shown before it is taken.
              </EmptyState>
            </Card>
          )}
          {file !== null && compared.isLoading && (
            <Card aria-label="What this file would change">
              <Skeleton label="what this file would change">
                <Bone className="h-10" />
                <Bone className="mt-4 h-48" />
              </Skeleton>
            </Card>
          )}
          {file !== null && compared.isError && (
            <Refused
              of={file.name}
              error={compared.error}
              otherwise="The file could not be checked. Choose the file again."
            />
          )}
          {file !== null && asked !== null && (
            <AskedFirst
              asked={asked}
              action="Take it all the same"
              busy={taken.isLoading}
              onConfirm={() => void takeIt(asked.confirm)}
              onClose={taken.reset}
            />
          )}
          {file !== null && taken.isError && asked === null && (
            <Refused
              of={file.name}
              error={taken.error}
              otherwise="No answer came. Press Take this file again; it is taken once."
            />
          )}
          {file !== null && isReady && compared.data && (
            <ChangesCard
              changes={compared.data}
              dataDate={dataDate}
              busy={taken.isLoading}
              onTake={() => void takeIt()}
              onLeave={() => choose({ file: null })}
            />
          )}
        </div>
        {platform !== null && <DataDatesCard key={platform.id} platform={platform} downloads={downloads} />}
      </div>
    </>
  );
}

type Compared = ReturnType<typeof useCompareFileMutation>[1];

/** Whether somebody else has taken a file since this one was compared, which then is compared again. */
const isOutdated = (error: unknown): boolean =>
  (error as { data?: Partial<ImportAsked> } | undefined)?.data?.isOutdated === true;

const refusalIn = (error: unknown): ImportRefusal | null => {
  const data = (error as { data?: Partial<ImportRefusal> } | undefined)?.data;
  return data?.errorCount === undefined ? null : (data as ImportRefusal);
};

function noteOf({ data, error, isLoading }: Compared): string {
  if (isLoading) return 'is being checked';
  if (data) return `${rowCount(data.rows)}, 0 errors`;
  const refusal = refusalIn(error);
  return refusal === null ? '' : `${refusal.errorCount} ${refusal.errorCount === 1 ? 'error' : 'errors'}`;
}

/** Why a file cannot be taken: the errors of its lines, or what the server said; `otherwise` if it said nothing. */
function Refused({ of, error, otherwise }: { of: string; error: unknown; otherwise: string }) {
  const refusal = refusalIn(error);
  return refusal === null ? (
    <Failure error={error} otherwise={otherwise} />
  ) : (
    <CsvErrors of={of} message={refusal.message} errors={refusal.errors} count={refusal.errorCount} />
  );
}

/** A file that was taken, until it is written. */
function TakenFile({ importId, onClose }: { importId: string; onClose: () => void }) {
  const [ended, setEnded] = useState(false);
  const { data: progress } = useTakenFileQuery(importId, { pollingInterval: ended ? 0 : LOOK_EVERY_MS });
  if (!ended && progress !== undefined && progress.state !== 'running') setEnded(true);
  if (progress === undefined || progress.state === 'running')
    return (
      <MessageBox tone="info" stays>
        The file is taken and is being written.
      </MessageBox>
    );
  const isRight = progress.state === 'completed' && progress.errorCount === 0;
  return (
    <MessageBox tone={isRight ? 'good' : 'danger'} stays onClose={onClose}>
      {isRight ? `The file is taken. ${outcomeText(progress)}.` : (progress.message ?? `${outcomeText(progress)}.`)}
    </MessageBox>
  );
}

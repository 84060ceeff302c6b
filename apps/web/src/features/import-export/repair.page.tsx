import type { ImportAsked } from '@superscope/contracts/import-effect';
import type { ImportRepair } from '@superscope/contracts/import-repair';
import { mostCorrections } from '@superscope/contracts/import-repair-rules';
import { ArrowLeft, Check, Download, FileX2, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { messageOf, newId, statusOf } from '../../portal/api/base.api';
import { Failure } from '../../portal/api/failure';
import { NotLoadedBox } from '../../portal/api/not-loaded';
import { useDownload } from '../../portal/downloads/use-download';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { AskedFirst, askedIn, type Asked } from '../../portal/imports/asked-first';
import { useUnsaved } from '../../portal/leaving/use-unsaved';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { date, number } from '../../ui/format';
import { Heading } from '../../ui/heading';
import { LinkButton } from '../../ui/link-button';
import { MessageBox } from '../../ui/message-box';
import { EmptyState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { useSettled } from '../../ui/use-settled';
import { EffectSections } from './effect-sections';
import { useDiscardRefusedFileMutation, useImportRepairedMutation, useRepairQuery } from './import-export.api';
import { RefusedCells } from './refused-cells';
import { isNothing, nothingTyped } from './repair-draft';
import { ImportOutcome, RepairedImport } from './repaired-import';
import { forgetDraft, useRepairDraft } from './use-repair-draft';
import { tableText } from '../../portal/imports/table-name';

const CHECK_AFTER_MS = 300;
const title = 'Repair and import';

/** A refused file: its cells are corrected or skipped, and it is imported with what is right. */
export function RepairPage() {
  usePageTitle(title);
  const { importId = '' } = useParams();
  return (
    <>
      <Link to="/staff/importExport" className="mb-1 inline-flex items-center gap-1.5 text-base text-brand">
        <ArrowLeft size={15} aria-hidden />
        Import / Export
      </Link>
      <Repair key={importId} importId={importId} />
    </>
  );
}

function Repair({ importId }: { importId: string }) {
  const navigate = useNavigate();
  const { draft, change, undo, isFull } = useRepairDraft(importId);
  // Another tab of the same person checks the file for itself.
  const [typist] = useState(newId);
  const [page, setPage] = useState(1);
  const [show, setShow] = useState<'open' | 'all'>('all');
  const [isDiscarding, setDiscarding] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isForgetting, setForgetting] = useState(false);
  const written = JSON.stringify(draft);
  const settled = useSettled(written, CHECK_AFTER_MS);
  const [send, sent] = useImportRepairedMutation();
  const [discard, discarded] = useDiscardRefusedFileMutation();
  const isTaken = sent.data !== undefined;
  const query = useRepairQuery(
    { importId, draft: JSON.parse(settled) as typeof draft, page, show, typist },
    // Once it is imported there is nothing to check.
    { skip: isTaken, refetchOnMountOrArgChange: true },
  );
  const rows = useDownload();
  const repair = query.data;
  const isChecking = settled !== written || query.isFetching;
  useUnsaved(
    isNothing(draft) || isTaken
      ? null
      : {
          question: 'What you corrected is not imported yet. Leave this page?',
          title: 'What you corrected is not imported yet',
          text: 'This tab keeps it until you log out. Nothing is imported meanwhile.',
          stay: 'Stay',
          leave: 'Leave without importing',
        },
  );

  if (sent.data) return <RepairedImport answer={sent.data} fileName={repair?.fileName ?? ''} />;

  const status = statusOf(query.error);
  if (query.isError && (status === 404 || status === 409))
    return (
      <>
        <PlainHeader title={title} note="Cells that an import refused are corrected here." />
        <Card className="grid min-h-60">
          <EmptyState
            icon={FileX2}
            title={status === 409 ? 'This file is imported' : 'This file is not here'}
            action={<LinkButton to="/staff/importExport">Go to Import / Export</LinkButton>}
          >
            {messageOf(query.error)}
          </EmptyState>
        </Card>
        <div className="mt-4 empty:hidden">
          <ImportOutcome importId={importId} rows={null} />
        </div>
      </>
    );

  const asked = askedIn(sent.error);
  const askedAtFirst = isAsking ? questionsOf(repair) : null;
  const take = async (confirmed?: string) => {
    setAsking(false);
    const asOf = repair?.effect?.asOf;
    const file = {
      importId,
      draft,
      ...(confirmed !== undefined && { confirmed }),
      ...(asOf !== undefined && { asOf }),
    };
    const { data, error } = await send(file);
    if (data !== undefined) forgetDraft(importId);
    else if (isOutdated(error)) void query.refetch();
  };
  const begin = () => (questionsOf(repair) === null ? void take() : setAsking(true));
  const drop = async () => {
    const { error } = await discard(importId);
    setDiscarding(false);
    if (error !== undefined) return;
    forgetDraft(importId);
    void navigate('/staff/importExport');
  };
  const mustBeWhole = repair !== undefined && repair.isReplaced && repair.open > 0;

  return (
    <>
      <PlainHeader
        title={title}
        note={
          repair === undefined
            ? 'Nothing is written yet.'
            : `${repair.fileName}, ${tableText(repair.table)}. Nothing is written yet. The file is kept encrypted until ${date(repair.keptUntil)}.`
        }
        right={
          <div className="flex flex-wrap gap-2">
            <Button
              icon={Download}
              busy={rows.busy}
              disabled={repair === undefined}
              onClick={() =>
                void rows.download({ url: `api/csv/repairs/${importId}/refusedRows`, method: 'POST', body: draft })
              }
            >
              Refused rows, CSV
            </Button>
            <Button icon={X} disabled={repair === undefined && !query.isError} onClick={() => setDiscarding(true)}>
              Discard
            </Button>
            <Button
              kind="primary"
              icon={Check}
              disabled={repair === undefined || repair.toImport === 0 || mustBeWhole || query.isError}
              busy={isChecking || sent.isLoading}
              onClick={begin}
            >
              {repair === undefined ? 'Import' : `Import ${rowsText(repair.toImport)}`}
            </Button>
          </div>
        }
      />
      {repair !== undefined && repair.notice !== null && (
        <div className="mb-4">
          <MessageBox tone="info" stays>
            {repair.notice}
          </MessageBox>
        </div>
      )}
      <DownloadFailed what="The file of refused rows" failure={rows.failure} />
      {isOutdated(sent.error) && (
        <MessageBox tone="info" stays onClose={sent.reset}>
          Somebody else imported rows of this table meanwhile, so the file was checked again. Look at what it would
          change now.
        </MessageBox>
      )}
      {sent.isError && asked === null && !isOutdated(sent.error) && (
        <Failure
          className="mb-4"
          error={sent.error}
          otherwise="No answer came. Press Import again; the file is imported once."
          onClose={sent.reset}
        />
      )}
      <Failure
        className="mb-4"
        error={discarded.error}
        otherwise="The file could not be discarded. Please try again."
      />
      {query.isError && repair !== undefined && (
        <NotLoadedBox
          className="mb-4"
          what="The check of what you typed"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {isFull && (
        <div className="mb-4">
          <MessageBox tone="attention" stays>
            At most {number(mostCorrections)} cells are corrected in one file, and as many lines skipped. Import it with
            what is typed: the rest is in the file of refused rows.
          </MessageBox>
        </div>
      )}
      {query.isError && status === 400 && !isNothing(draft) && (
        <div className="mb-4">
          <MessageBox tone="attention" stays>
            <p>{messageOf(query.error) ?? 'What was typed cannot be checked with this file.'}</p>
            <Button className="mt-2" onClick={() => setForgetting(true)}>
              Forget what was typed
            </Button>
          </MessageBox>
        </div>
      )}
      {repair && <Figures of={repair} isDimmed={isChecking} />}
      <RefusedCells
        repair={repair}
        query={{ isError: query.isError, error: query.error, refetch: query.refetch }}
        draft={draft}
        change={change}
        undo={undo}
        page={page}
        show={show}
        onPage={setPage}
        onShow={(next) => {
          setPage(1);
          setShow(next);
        }}
        isChecking={isChecking}
      />
      {repair?.effect && (
        <div aria-busy={isChecking || undefined} className={cx('settle mt-6', isChecking && 'opacity-60')}>
          <Heading className="text-lg font-[650]">What would change</Heading>
          <Heading lower={1} className="mb-2 text-base text-ink-2">
            {repair.toImport === 1 ? 'By the row that is right' : `By the ${rowsText(repair.toImport)} that are right`}
          </Heading>
          <div className="card">
            <EffectSections of={repair.fileName} effect={repair.effect} isOpen={false} />
          </div>
        </div>
      )}
      {asked === null && askedAtFirst !== null && (
        <AskedFirst
          asked={askedAtFirst}
          action="Import it all the same"
          onConfirm={() => void take(askedAtFirst.confirm)}
          onClose={() => setAsking(false)}
        />
      )}
      {asked !== null && (
        <AskedFirst
          asked={asked}
          action="Import it all the same"
          busy={sent.isLoading}
          onConfirm={() => void take(asked.confirm)}
          onClose={sent.reset}
        />
      )}
      {isForgetting && (
        <ConfirmDialog
          title="Forget what was typed?"
          action="Forget"
          cancelFirst
          onConfirm={() => {
            setForgetting(false);
            change(() => nothingTyped);
          }}
          onClose={() => setForgetting(false)}
        >
          <p>All corrections of this file are lost, and no line is skipped any more. The file stays.</p>
        </ConfirmDialog>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard this file?"
          action="Discard"
          cancelFirst
          busy={discarded.isLoading}
          onConfirm={() => void drop()}
          onClose={() => setDiscarding(false)}
        >
          <p>The kept file and what you typed are deleted. Nothing was imported.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What is to be confirmed before the import; null for nothing. */
const questionsOf = (repair: ImportRepair | undefined): Asked | null =>
  repair?.effect?.confirm == null ? null : { ...repair.effect, confirm: repair.effect.confirm };

const isOutdated = (error: unknown): boolean =>
  (error as { data?: Partial<ImportAsked> } | undefined)?.data?.isOutdated === true;

const rowsText = (count: number) => `${number(count)} ${count === 1 ? 'row' : 'rows'}`;

function Figures({ of, isDimmed }: { of: ImportRepair; isDimmed: boolean }) {
  const { rows, rightRows, corrected, refusedCells, skipped, open, isReplaced } = of;
  const figures = [
    { name: 'Rows in the file', value: rows },
    { name: 'Right at once', value: rightRows },
    { name: 'Corrected here', value: corrected, note: `of ${number(refusedCells)} cells`, tone: 'text-good' },
    { name: 'Skipped', value: skipped, note: isReplaced ? 'left out' : 'stay as they were' },
    {
      name: 'Open',
      value: open,
      note: isReplaced ? 'to be corrected or skipped' : 'go to the file of refused rows',
      tone: open === 0 ? undefined : 'text-attention',
    },
  ];
  return (
    <dl
      aria-busy={isDimmed || undefined}
      className={cx(
        'card settle mb-4 grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-5',
        isDimmed && 'opacity-60',
      )}
    >
      {figures.map(({ name, value, note, tone }) => (
        <div key={name} className="bg-surface px-4 py-3 last:col-span-2 sm:last:col-span-1">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className={cx('text-xl font-[650] tabular-nums', tone)}>
            {number(value)}
            {note !== undefined && <span className="block text-sm font-normal text-ink-3">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

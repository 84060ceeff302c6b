import {
  differencesOf,
  type ReconciledGroupRecord,
  type ReconciliationRecord,
  type SalesforceReconciliations,
} from '@superscope/contracts/salesforce-reconciliation';
import { CircleCheck, FileText, Scale, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { QueryStates } from '../../portal/records/query-states';
import { useMay } from '../../portal/user/use-may';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { dateTime, number } from '../../ui/format';
import { listed } from '../../ui/listed';
import { MessageBox } from '../../ui/message-box';
import { Differences } from './reconcile-differences';
import { Groups } from './reconcile-groups';
import {
  differencesCsvOf,
  useReconcileSalesforceMutation,
  useSalesforceReconciliationsQuery,
  useSendMissingMutation,
} from './salesforce-exports.api';

const EVERY_MS = 5_000;
type Running = NonNullable<SalesforceReconciliations['running']>;
type Last = NonNullable<SalesforceReconciliations['last']>;

interface Props {
  /** What was missing is sent by this batch. */
  onSent: (batchId: number) => void;
}

/** What Salesforce has, compared with what it should have. */
export function ReconcileCard({ onSent }: Props) {
  const found = useSalesforceReconciliationsQuery(undefined, {
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const [compare, comparing] = useReconcileSalesforceMutation();
  const mayCompare = useMay('salesforce.reconcile');
  const { data } = found;
  return (
    <Card aria-label="Compared with Salesforce" className="mb-4">
      <CardHead
        title="Compared with Salesforce"
        note={
          data?.next == null
            ? 'Ids on both sides, of each provider and object.'
            : `Ids on both sides, each Sunday at 06:00 in Sydney. Next on ${dateTime(data.next)}.`
        }
        right={
          mayCompare &&
          data?.host != null && (
            <Button
              kind="quiet"
              icon={Scale}
              busy={comparing.isLoading}
              disabled={data.running !== null}
              onClick={() => void compare()}
            >
              Compare now
            </Button>
          )
        }
      />
      <Failure
        error={comparing.error}
        otherwise="Nothing was compared. Please try again."
        onClose={comparing.reset}
        className="mt-3"
      />
      <QueryStates query={found} what="The comparison" className="mt-3 min-h-12">
        {({ host, running, last, history }) =>
          host === null ? (
            <p className="mt-3 text-base text-ink-2">
              Without the address of a Salesforce there is nothing to compare with.
            </p>
          ) : (
            <>
              {running !== null && <Progress running={running} />}
              <NotDone newest={history[0]} last={last} />
              {last !== null ? (
                <Found last={last} onSent={onSent} />
              ) : (
                running === null && <p className="mt-3 text-base text-ink-2">Not compared yet.</p>
              )}
              <Earlier history={history.filter(({ workId, endedAt }) => endedAt !== null && workId !== last?.workId)} />
            </>
          )
        }
      </QueryStates>
    </Card>
  );
}

function Progress({ running: { note, retryAt, progress } }: { running: Running }) {
  const percent = Math.round(progress * 100);
  return (
    <div className="mt-3 text-base">
      <p className="text-ink-2">
        <b className="font-semibold text-ink">Comparing.</b> {note ?? 'It begins in a moment'}
        {retryAt !== null && ` Next try at ${dateTime(retryAt)}.`}
      </p>
      <div
        role="progressbar"
        aria-label="Progress of the comparison"
        aria-valuenow={percent}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-track"
      >
        <div className="settle h-full bg-brand" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** Says that the newest comparison did not come to its end. */
function NotDone({ newest, last }: { newest: ReconciliationRecord | undefined; last: Last | null }) {
  if (newest === undefined || (newest.state !== 'failed' && newest.state !== 'stopped')) return null;
  const is = newest.state === 'failed' ? 'did not succeed' : 'was stopped';
  return (
    <div className="mt-3">
      <MessageBox tone="attention" stays>
        The comparison of {dateTime(newest.requestedAt)} {is}.{newest.reason !== null && ` ${newest.reason}`}
        {last !== null && ` Below stands that of ${dateTime(last.requestedAt)}.`}
      </MessageBox>
    </div>
  );
}

const records = (count: number) => `${number(count)} ${count === 1 ? 'record' : 'records'}`;

function Found({ last, onSent }: { last: Last; onSent: Props['onSent'] }) {
  const { workId, groups, requestedAt, askedBy, isPartial, hasIds, sentBy } = last;
  const { download, busy, failure } = useDownload();
  const [isAsked, setAsked] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { missing, extra } = differencesOf(groups);
  const totals = last.totals!;
  const isEqual = missing + extra === 0;
  const Icon = isEqual ? CircleCheck : TriangleAlert;
  const maySend = missing > 0 && hasIds && sentBy?.status !== 'COMPLETED';
  return (
    <div className="mt-3 grid gap-3 text-base">
      <div className="flex items-start gap-2">
        <Icon size={17} className={cx('mt-0.5 shrink-0', isEqual ? 'text-good' : 'text-attention')} aria-hidden />
        <div className="min-w-0">
          <p className="font-semibold">{isEqual ? 'Both sides hold the same' : differsText(missing, extra)}</p>
          <p className="text-ink-2">
            {number(totals.ours)} here and {number(totals.theirs)} at Salesforce on {dateTime(requestedAt)}, asked for
            by {askedBy === 'The portal' ? 'the portal' : askedBy}.
          </p>
          {totals.unsent > 0 && (
            <p className="text-ink-2">{records(totals.unsent)} not sent yet. The next export sends them.</p>
          )}
          {totals.toDelete > 0 && (
            <p className="text-ink-2">
              {records(totals.toDelete)} of erased members still there. The next export deletes them.
            </p>
          )}
          {sentBy !== null && <p className="text-ink-2">{sentText(sentBy)}</p>}
        </div>
      </div>
      {isPartial && (
        <MessageBox tone="attention" stays>
          Events were set aside, so what the portal holds may not be complete. Differences can come from them.
        </MessageBox>
      )}
      {!isEqual && (
        <div className="flex flex-wrap gap-2">
          {missing > 0 && (
            <Button icon={Send} disabled={!maySend} onClick={() => setAsked(true)}>
              Send missing
            </Button>
          )}
          <Button
            icon={FileText}
            disabled={!hasIds}
            busy={busy}
            onClick={() => void download(differencesCsvOf(workId))}
          >
            All ids as CSV
          </Button>
          {!hasIds && (
            <span className="self-center text-sm text-ink-2">The ids are no longer kept. Compare again.</span>
          )}
        </div>
      )}
      <DownloadFailed what="The file" failure={failure} />
      {totals.ours + totals.theirs > 0 && (
        <>
          <Groups groups={isWhole ? groups : groups.filter(differs)} />
          <div>
            <Button
              kind="quiet"
              className="-ml-1.5 !h-8 !px-1.5 pointer-coarse:!h-11"
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? (isEqual ? 'Hide counts' : 'Only what differs') : 'Counts of all objects'}
            </Button>
          </div>
        </>
      )}
      {hasIds && totals.missing + totals.extra > 0 && (
        <Differences key={workId} workId={workId} missing={totals.missing} extra={totals.extra} />
      )}
      {isAsked && <Question workId={workId} missing={missing} onClose={() => setAsked(false)} onSent={onSent} />}
    </div>
  );
}

const differs = ({ missing, extra }: ReconciledGroupRecord) => missing + extra > 0;

const differsText = (missing: number, extra: number): string =>
  listed([
    ...(missing > 0 ? [`${records(missing)} missing at Salesforce`] : []),
    ...(extra > 0 ? [`${missing > 0 ? number(extra) : records(extra)} extra there`] : []),
  ]);

function sentText({ batchId, status }: NonNullable<Last['sentBy']>): string {
  switch (status) {
    case 'COMPLETED':
      return `Batch ${batchId} has sent what was missing. Compare again to see whether both are the same now.`;
    case 'STARTING':
    case 'STARTED':
      return `Batch ${batchId} sends what is missing.`;
    case 'FAILED':
    case 'STOPPED':
      return `Batch ${batchId}, which was to send what is missing, ${status === 'FAILED' ? 'failed' : 'was stopped'}.`;
  }
}

interface QuestionProps {
  workId: string;
  missing: number;
  onClose: () => void;
  onSent: Props['onSent'];
}
function Question({ workId, missing, onClose, onSent }: QuestionProps) {
  const [send, { isLoading, error }] = useSendMissingMutation();
  const submit = async () => {
    const { data } = await send(workId);
    if (data === undefined) return;
    onClose();
    onSent(data.batchId);
  };
  return (
    <ConfirmDialog
      title={`Send ${records(missing)} to Salesforce?`}
      action="Send"
      busy={isLoading}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      A batch sends {missing === 1 ? 'exactly this one' : 'exactly these'}, as {missing === 1 ? 'it is' : 'they are'}{' '}
      now. What is extra at Salesforce stays there: look at it and remove it in Salesforce.
      <Failure error={error} otherwise="Nothing was sent. Please try again." className="mt-3" />
    </ConfirmDialog>
  );
}

/** Comparisons before the one that is shown. */
function Earlier({ history }: { history: readonly ReconciliationRecord[] }) {
  const [isOpen, setOpen] = useState(false);
  if (history.length === 0) return null;
  return (
    <div className="mt-3">
      <Button
        kind="quiet"
        className="-ml-1.5 !h-8 !px-1.5 pointer-coarse:!h-11"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide other comparisons' : 'Other comparisons'}
      </Button>
      {isOpen && (
        <ul aria-label="Other comparisons" className="mt-1 divide-y text-base">
          {history.map((each) => (
            <li key={each.workId} className="grid gap-x-4 py-2 sm:grid-cols-[11rem_1fr]">
              <span className="tabular-nums">{dateTime(each.requestedAt)}</span>
              <span className="text-ink-2">{outcomeText(each)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function outcomeText({ totals, state, reason, askedBy }: ReconciliationRecord): string {
  const by = askedBy === 'The portal' ? 'the portal' : askedBy;
  if (totals === null) return `${state === 'stopped' ? 'Stopped' : (reason ?? 'Failed')} (${by})`;
  const { missing, extra } = { missing: totals.missing, extra: totals.extra - totals.toDelete };
  return `${missing + extra === 0 ? 'Both sides held the same' : differsText(missing, extra)} (${by})`;
}

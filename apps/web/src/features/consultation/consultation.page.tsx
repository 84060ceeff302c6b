import type { ConsultationDraft, ConsultationRequest } from '@superscope/contracts/consultation';
import type { MemberOption } from '@superscope/contracts/member-events';
import { FileCheck, FileText } from 'lucide-react';
import { useState } from 'react';
import { errorsOf, newId, statusOf } from '../../portal/api/base.api';
import { Failed } from '../../portal/calculator/calculator-page';
import { useRememberedMemberQuery } from '../../portal/calculator/remembered-member.api';
import { Unreachable } from '../../portal/calculator/remembered-notes';
import { useOpening, useRemembered, useRemembering } from '../../portal/calculator/use-remembered';
import { useRun } from '../../portal/calculator/use-run';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { usePastComparisonsQuery } from '../../portal/fees/fees.api';
import { useInsuredMemberQuery } from '../../portal/insurance/insured-member.api';
import { FiledBefore } from '../../portal/members/filed-before';
import { consultationPdf } from '../../portal/members/members.api';
import { calculatorQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { ConsultationContent } from './consultation-content';
import {
  addressOf,
  askedAgain,
  chooseMember,
  chosenRun,
  requestOf,
  type ConsultationForm,
  type Lacks,
} from './consultation-form';
import { ConsultationFormCard, type Runs } from './consultation.form';
import { useDraftConsultationMutation, useFileConsultationMutation } from './consultation.api';

interface Asked {
  /** The form that was read. Every change makes another one. */
  form: ConsultationForm;
  request: ConsultationRequest;
  /** Given before it is filed, so that a request that is sent again files nothing twice. */
  consultationId: string;
}

const PAGE = 'consultation';

export function ConsultationPage() {
  return <Opened key={useOpening()} />;
}

/** Begins with the member whom its address names, if they are still within reach. */
function Opened() {
  const { address } = useRemembered(PAGE);
  const named = address.get('member') ?? '';
  const member = useRememberedMemberQuery(named, { skip: named === '' });
  if (named !== '' && member.data === undefined && !member.isError)
    return (
      <Skeleton label="the member" className="card space-y-3 p-5">
        <Bone className="h-5 w-40" />
        <Bone className="h-40 w-full" />
      </Skeleton>
    );
  const found = member.data === undefined || member.data.erased ? null : member.data;
  return <Consultation member={found} error={named !== '' && found === null ? (member.error ?? null) : undefined} />;
}

interface Props {
  member: MemberOption | null;
  /** Why the member of the address is not there; undefined if they are, or if it names nobody. */
  error: unknown;
}

function Consultation({ member, error }: Props) {
  const title = 'Consultation';
  usePageTitle(title);
  const [form, setForm] = useState(() => chooseMember(member));
  useRemembering(PAGE, addressOf(form), {});
  const memberId = form.member?.id ?? null;
  const { compared, quoted, lacks } = useRunsOf(form, memberId);
  const [send, drafting] = useDraftConsultationMutation();
  const { run, start } = useRun<Asked, ConsultationRequest, ConsultationDraft>(send);
  const read = () => {
    if (memberId === null) return;
    const request = requestOf(form, memberId, compared.chosen, quoted.chosen);
    start({ form, request, consultationId: newId() }, request);
  };
  const needed = neededOf(form, compared, quoted, lacks);
  // Of another member the draft says nothing any more.
  const current = run !== null && run.request.memberId === memberId ? run : null;
  const stale = current !== null && current.form !== form;
  useUnsaved(form.dateOfBirth !== null && (current === null || stale) ? calculatorQuestion : null);
  return (
    <>
      <PlainHeader
        title={title}
        note="Fees, cover, need and the retirement standard of one member, in one file that is kept among their events."
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[344px_minmax(0,1fr)]">
        <div className="min-w-0">
          <ConsultationFormCard
            form={form}
            compared={compared}
            quoted={quoted}
            lacks={lacks}
            onChange={setForm}
            onRead={read}
            needed={needed}
            busy={drafting.isLoading}
            stale={stale}
          />
          {memberId !== null && <FiledBefore key={memberId} memberId={memberId} />}
        </div>
        <div className="min-w-0">
          {error !== undefined && form.member === null && <Unreachable error={error} />}
          {drafting.error !== undefined && (
            <Failed error={drafting.error} onClose={drafting.reset} onRetry={needed.length === 0 ? read : null}>
              {errorsOf(drafting.error, 'The consultation could not be read. Nothing was filed.').map(({ message }) => (
                <p key={message}>{message}</p>
              ))}
            </Failed>
          )}
          {current === null ? (
            <Card aria-label="Consultation" className="grid min-h-40">
              <EmptyState icon={FileText} title="Nothing is read yet">
                Choose a member. The newest comparison of fees and the newest quotation are taken, or those that you
                choose.
              </EmptyState>
            </Card>
          ) : (
            <Draft key={current.consultationId} of={current} stale={stale} busy={drafting.isLoading} onAgain={read} />
          )}
        </div>
      </div>
    </>
  );
}

/** The member’s runs of both calculators, and which of them the form takes. */
function useRunsOf(form: ConsultationForm, memberId: string | null) {
  const skip = { skip: memberId === null };
  const comparisons = usePastComparisonsQuery(memberId ?? '', skip);
  const insured = useInsuredMemberQuery(memberId ?? '', skip);
  const compared = comparisons.currentData && askedAgain(comparisons.currentData);
  const quoted = insured.currentData?.quotedBefore;
  return {
    compared: {
      all: compared,
      chosen: chosenRun(compared ?? [], form.comparedAt),
      error: comparisons.error,
      retry: () => void comparisons.refetch(),
    } satisfies Runs<unknown>,
    quoted: {
      all: quoted,
      chosen: chosenRun(quoted ?? [], form.quotedAt),
      error: insured.error,
      retry: () => void insured.refetch(),
    } satisfies Runs<unknown>,
    lacks: {
      birth: insured.currentData?.dateOfBirth === null,
      gender: insured.currentData?.gender === null,
    },
  };
}

function neededOf(form: ConsultationForm, compared: Runs<unknown>, quoted: Runs<unknown>, lacks: Lacks): string[] {
  const { member, asfa, others, dateOfBirth, gender } = form;
  if (member === null) return ['a member'];
  const isRead = [compared, quoted].every(({ all, error }) => all !== undefined || error !== undefined);
  return [
    member.leftOn !== null && 'a member who is in the plan',
    !isRead && 'earlier runs, which are being read',
    others.some(({ asset }) => asset === null) && 'the investment beside, or to remove it',
    quoted.chosen !== null && lacks.birth && dateOfBirth === null && 'a birth date',
    quoted.chosen !== null && lacks.gender && gender === null && 'a gender',
    isRead && compared.chosen === null && quoted.chosen === null && !asfa && 'something to speak about',
  ].filter((part) => part !== false);
}

interface DraftProps {
  of: Asked & { result: ConsultationDraft };
  stale: boolean;
  busy: boolean;
  onAgain: () => void;
}

/** What would be filed, and the way to file it. Nothing else is filed than what stands here. */
function Draft({ of: { request, consultationId, result }, stale, busy, onAgain }: DraftProps) {
  const [file, filing] = useFileConsultationMutation();
  const pdf = useDownload();
  const { content, contentSha256 } = result;
  const { member } = content;
  const download = (id: string) => pdf.download(consultationPdf(request.memberId, id));
  const fileIt = async () => {
    const answer = await file({ ...request, consultationId, contentSha256 });
    // The same may have been filed under another id before.
    if (answer.data !== undefined) await download(answer.data.consultationId);
  };
  const filed = filing.data;
  const hasChanged = statusOf(filing.error) === 409;
  return (
    <>
      <section aria-label="Filing" className="card mb-4 px-5 py-4">
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-0 flex-1 basis-56 text-base">
            <h2 className="text-md font-semibold wrap-anywhere">{member.name}</h2>
            <p className="text-ink-2 wrap-anywhere">
              {member.number}
              {member.dateOfBirth !== null && `, born ${date(member.dateOfBirth)}`}, {member.companyName}
            </p>
          </div>
          {filed ? (
            <Button icon={FileCheck} busy={pdf.busy} onClick={() => void download(filed.consultationId)}>
              Download it again
            </Button>
          ) : (
            <Button
              kind="primary"
              icon={FileCheck}
              busy={filing.isLoading || pdf.busy}
              disabled={stale || busy}
              onClick={() => void fileIt()}
            >
              File and download
            </Button>
          )}
        </div>
        {filed ? (
          <div className="mt-3">
            <MessageBox tone="good" stays>
              Filed for {member.name}, {member.number}
              {member.dateOfBirth !== null && `, born ${date(member.dateOfBirth)}`}. It can be made again from ‘Filed
              before’.
            </MessageBox>
          </div>
        ) : (
          <p className="mt-2 text-sm text-ink-3">
            {stale
              ? 'The form says something else by now. Read it again before you file it.'
              : 'Nothing is filed yet. What stands below is what is filed, as one event of the member.'}
          </p>
        )}
        <DownloadFailed what="The consultation" failure={pdf.failure} />
      </section>
      {filing.error !== undefined && (
        <Failed error={filing.error} onClose={filing.reset} onRetry={hasChanged ? onAgain : () => void fileIt()}>
          {errorsOf(filing.error, 'No answer came. Trying again files it once.').map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Failed>
      )}
      <div className={cx('settle min-w-0', (stale || busy) && 'opacity-50')} aria-busy={stale || busy}>
        <ConsultationContent of={content} />
      </div>
    </>
  );
}

import type { InsuranceQuotation, InsuranceRequest } from '@superscope/contracts/insurance-calculation';
import { Download, FileSpreadsheet, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { errorsOf, messageOf, referenceOf } from '../../portal/api/base.api';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { useMay } from '../../portal/user/use-may';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, sydneyToday } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { EmptyState, Reference } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { TryAgain } from '../../ui/try-again';
import { CoverNow } from './cover-now';
import { InsuranceFormCard } from './insurance.form';
import { useInsuredMemberQuery, useQuoteInsuranceMutation } from './insurance-calculation.api';
import {
  changedFields,
  chooseEarlier,
  emptyForm,
  requestOf,
  shownForm,
  stillNeeded,
  type ShownForm,
} from './insurance-form';
import { amount, money } from './insurance-text';
import { QuotationResult } from './quotation-result';
import { QuotedBefore } from './quoted-before';

interface Run {
  request: InsuranceRequest;
  who: string;
  result: InsuranceQuotation;
}

export function InsuranceCalculationPage() {
  usePageTitle('Insurance calculation');
  const mayExport = useMay('insurance.export');
  const analytics = useDownload();
  const report = useDownload();
  const [form, setForm] = useState(() => emptyForm(sydneyToday()));
  const [run, setRun] = useState<Run | null>(null);
  // On phones a result folds the form, until the user changes something.
  const [folded, setFolded] = useState(false);
  const [quote, { isLoading, error, reset }] = useQuoteInsuranceMutation();
  const memberId = form.member?.id ?? null;
  const member = useInsuredMemberQuery(memberId ?? '', { skip: memberId === null });
  const insured = memberId === null ? undefined : member.currentData;
  const shown = shownForm(form, insured);
  const isRead = memberId === null || insured !== undefined;
  const needed = [...stillNeeded(shown), ...(isRead || member.isError ? [] : ['the member, who is being read'])];
  const start = () => {
    const request = requestOf(shown);
    const who = insured?.memberName ?? form.name.trim();
    void quote(request)
      .unwrap()
      .then(
        (result) => {
          setRun({ request, who, result });
          setFolded(true);
        },
        () => undefined,
      );
  };
  // Of another member the result says nothing any more.
  const current = run !== null && (run.request.memberId ?? null) === memberId ? run : null;
  const changed = current === null ? 0 : changedFields(current.request, requestOf(shown));
  return (
    <>
      <PlainHeader
        title="Insurance calculation"
        note="What cover costs by the rates of the member’s plan. Indicative until the insurer accepts it."
        right={
          <div className="flex flex-wrap gap-2">
            {mayExport && (
              <Button
                icon={FileSpreadsheet}
                busy={analytics.busy}
                onClick={() => void analytics.download('api/insuranceCalculation/exportXlsx')}
              >
                Analytics
              </Button>
            )}
            <Button
              icon={Download}
              busy={report.busy}
              disabled={current === null || changed > 0}
              onClick={() =>
                void report.download({ url: 'api/insuranceCalculation', method: 'POST', body: current?.request })
              }
            >
              Download report
            </Button>
          </div>
        }
      />
      <DownloadFailed what="The spreadsheet" failure={analytics.failure} />
      <DownloadFailed what="The report" failure={report.failure} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[384px_minmax(0,1fr)]">
        <div className={cx('min-w-0', folded && current !== null && 'max-lg:hidden')}>
          <InsuranceFormCard
            form={form}
            shown={shown}
            insured={insured}
            onChange={setForm}
            onRun={start}
            busy={isLoading}
            needed={needed}
            changed={changed}
          />
          {insured !== undefined && insured.quotedBefore.length > 0 && (
            <QuotedBefore
              quotations={insured.quotedBefore}
              onChoose={(earlier) => setForm(chooseEarlier(form, earlier))}
            />
          )}
        </div>
        {current !== null && folded && <Summary run={current} shown={shown} onChange={() => setFolded(false)} />}
        <div className="min-w-0">
          {member.isError && memberId !== null && (
            <Failed
              messages={[messageOf(member.error) ?? 'This member did not load.']}
              reference={referenceOf(member.error)}
              onRetry={() => void member.refetch()}
            />
          )}
          {error !== undefined && (
            <Failed
              messages={errorsOf(error, 'The quotation could not be made. Nothing was recorded.').map(
                ({ message }) => message,
              )}
              reference={referenceOf(error)}
              onClose={reset}
              onRetry={start}
            />
          )}
          {current !== null ? (
            <QuotationResult
              of={current.result}
              now={insured ?? null}
              who={current.who}
              dimmed={changed > 0 || isLoading}
            />
          ) : (
            <>
              {insured !== undefined && (
                <div className="mb-4">
                  <CoverNow of={insured} />
                </div>
              )}
              <Card aria-label="Result" className="grid min-h-40">
                <EmptyState icon={ShieldQuestion} title="Nothing is quoted yet">
                  {insured === undefined && form.mode === 'existing'
                    ? 'Cover now is shown as soon as a member is chosen. The quotation follows when you run it.'
                    : 'The quotation follows when you run it.'}
                </EmptyState>
              </Card>
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface FailedProps {
  messages: readonly string[];
  reference: string | null;
  onRetry: () => void;
  onClose?: () => void;
}

const Failed = ({ messages, reference, onRetry, onClose }: FailedProps) => (
  <div className="mb-4">
    <MessageBox tone="danger" {...(onClose && { onClose })}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      <TryAgain onClick={onRetry} />
      <Reference id={reference} className="mt-1" />
    </MessageBox>
  </div>
);

/** What was quoted, in place of the form. */
function Summary({
  run: { who, result, request },
  shown,
  onChange,
}: {
  run: Run;
  shown: ShownForm;
  onChange: () => void;
}) {
  const { salary } = request.selectedMember;
  return (
    <section aria-label="What was quoted" className="card flex items-start gap-3 px-5 py-4 lg:hidden">
      <div className="min-w-0 flex-1 space-y-1 text-base wrap-anywhere">
        <p className="font-semibold">{who}</p>
        <p>{shown.company?.name}</p>
        <p className="text-sm text-ink-3">
          {amount(salary ?? 0)} a year · {result.occupationGroup} · calculated at {date(result.calculationDate)}
        </p>
        <p className="text-sm text-ink-3">{money(result.monthlyPremiumTotal)} a month</p>
      </div>
      <Button onClick={onChange}>Change</Button>
    </section>
  );
}

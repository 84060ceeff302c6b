import type { FeeComparison } from '@superscope/contracts/fee-comparison';
import { Download, FileSpreadsheet, Scale } from 'lucide-react';
import { useState } from 'react';
import { messageOf, referenceOf, statusOf } from '../../portal/api/base.api';
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
import { ComparedBefore } from './compared-before';
import { ComparisonForm } from './comparison.form';
import { ComparisonResult } from './comparison-result';
import { useCompareFeesMutation } from './fee-comparison.api';
import { chooseAgain, emptyForm, requestOf, stillNeeded, type FeeForm } from './fee-form';
import { money } from './fee-text';
import { SideMark } from './side-mark';

interface Run {
  /** The form that was run. Every change makes another one. */
  form: FeeForm;
  result: FeeComparison;
}

export function FeeComparisonPage() {
  usePageTitle('Fee comparison');
  const mayExport = useMay('fees.export');
  const analytics = useDownload();
  const report = useDownload();
  const [form, setForm] = useState(() => emptyForm(sydneyToday()));
  const [run, setRun] = useState<Run | null>(null);
  // On phones a result folds the form, until the user changes something.
  const [folded, setFolded] = useState(false);
  const [compare, { isLoading, error, reset }] = useCompareFeesMutation();
  const start = () => {
    void compare(requestOf(form))
      .unwrap()
      .then(
        (result) => {
          setRun({ form, result });
          setFolded(true);
        },
        () => undefined,
      );
  };
  const stale = run !== null && run.form !== form;
  // Without the fees of a side there is nothing to hand over.
  const isKnown = run !== null && run.result.difference !== null;
  return (
    <>
      <PlainHeader
        title="Fee comparison"
        note="What two investments cost a member in a year, fee by fee."
        right={
          <div className="flex flex-wrap gap-2">
            {mayExport && (
              <Button
                icon={FileSpreadsheet}
                busy={analytics.busy}
                onClick={() => void analytics.download('api/feeComparison/exportXlsx')}
              >
                Analytics
              </Button>
            )}
            <Button
              icon={Download}
              busy={report.busy}
              disabled={!isKnown || stale}
              onClick={() => void report.download({ url: 'api/feeComparison', method: 'POST', body: requestOf(form) })}
            >
              Download report
            </Button>
          </div>
        }
      />
      <DownloadFailed what="The spreadsheet" failure={analytics.failure} />
      <DownloadFailed what="The report" failure={report.failure} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[344px_minmax(0,1fr)]">
        <div className={cx('min-w-0', folded && 'max-lg:hidden')}>
          <ComparisonForm form={form} onChange={setForm} onRun={start} busy={isLoading} stale={stale} />
          {form.member !== null && (
            <ComparedBefore
              key={form.member.id}
              memberId={form.member.id}
              onAgain={(past) => setForm(chooseAgain(form, past))}
            />
          )}
        </div>
        {run !== null && folded && <Summary run={run} onChange={() => setFolded(false)} />}
        <div className="min-w-0">
          {error !== undefined && (
            <div className="mb-4">
              <MessageBox tone="danger" onClose={reset}>
                {failureText(error)} {stillNeeded(form).length === 0 && <TryAgain onClick={start} />}
                <Reference id={referenceOf(error)} className="mt-1" />
              </MessageBox>
            </div>
          )}
          {run === null ? (
            <Card aria-label="Result" className="grid min-h-40">
              <EmptyState icon={Scale} title="Nothing is compared yet">
                Fill in the member and the investment to compare with. Enter runs the comparison.
              </EmptyState>
            </Card>
          ) : (
            <ComparisonResult
              of={run.result}
              dimmed={stale || isLoading}
              recordedOf={run.form.mode === 'new' ? null : givenFirst(run.form)}
            />
          )}
        </div>
      </div>
    </>
  );
}

const givenFirst = ({ member }: FeeForm): string =>
  [member?.givenName, member?.surname].filter(Boolean).join(' ') || 'the member';

/** Without an answer nobody can tell whether the run was recorded. */
const failureText = (error: unknown): string =>
  statusOf(error) === undefined
    ? 'No answer came. Running it again records it once.'
    : (messageOf(error) ?? 'The fees could not be compared.');

/** What was compared, in place of the form. */
function Summary({ run: { form, result }, onChange }: { run: Run; onChange: () => void }) {
  const { member, name } = form;
  const who = form.mode === 'new' ? name : [member?.surname, member?.givenName].filter(Boolean).join(', ');
  const balance = `${money(result.balance)}${result.balanceAsAt === null ? '' : ` of ${date(result.balanceAsAt)}`}`;
  return (
    <section aria-label="What was compared" className="card flex items-start gap-3 px-5 py-4 lg:hidden">
      <div className="min-w-0 flex-1 space-y-1.5 text-base wrap-anywhere">
        <p className="font-semibold">{who}</p>
        <p className="flex items-center gap-2">
          <SideMark side="A" />
          {result.a.name}
        </p>
        <p className="flex items-center gap-2">
          <SideMark side="B" />
          {result.b.name}
        </p>
        <p className="text-sm text-ink-3">
          {balance} · fees as at {date(result.feesAsAt)}
        </p>
      </div>
      <Button onClick={onChange}>Change</Button>
    </section>
  );
}

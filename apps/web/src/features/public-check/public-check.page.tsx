import { reportCodeText, type PublicReportCheck } from '@superscope/contracts/report-check';
import { CircleCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf, statusOf } from '../../portal/api/base.api';
import { inGroups } from '../../portal/report-check/in-groups';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, dateTime, momentTime, number } from '../../ui/format';
import { Logo } from '../../ui/logo';
import { MessageBox } from '../../ui/message-box';
import { TextField } from '../../ui/text-field';
import { usePageTitle } from '../../ui/use-page-title';
import { FileCheck } from './file-check';
import { useReportByCodeQuery } from './public-check.api';

/** Whether the portal made the report with a code, and whether a PDF is that report. It needs no session. */
export function PublicCheckPage() {
  usePageTitle('Check a report');
  const [query, setQuery] = useSearchParams();
  const asked = query.get('code') ?? '';
  const [typed, setTyped] = useState(asked);
  const [wrong, setWrong] = useState<string | null>(null);
  const read = reportCodeText.safeParse(asked);
  const found = useReportByCodeQuery(read.data ?? '', { skip: !read.success, refetchOnMountOrArgChange: true });
  const { currentData, isError, error, isFetching } = found;
  const report = isError ? undefined : currentData;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { data: code, error: misread } = reportCodeText.safeParse(typed);
    setWrong(misread?.issues[0]?.message ?? null);
    if (code === undefined) return;
    if (code === read.data) void found.refetch();
    else setQuery({ code }, { replace: true });
  };
  return (
    <div className="min-h-screen bg-canvas">
      <header className="flex items-center gap-2.5 border-b bg-surface px-5 py-3 sm:px-8">
        <Logo />
        <b className="flex-1 text-lg font-[650]">Superscope</b>
        <Link to="/login" className="link inline-flex min-h-8 items-center hover:underline pointer-coarse:min-h-11">
          Sign in
        </Link>
      </header>
      <main className="mx-auto max-w-[728px] space-y-4 px-5 py-10">
        <div>
          <h1 className="text-[26px] font-[650] leading-9 tracking-[-0.012em]">Check a report</h1>
          <p className="mt-1 text-md text-ink-2">
            Hold the paper or the PDF? See whether Superscope made it. No sign-in, and nothing about any member is
            shown.
          </p>
        </div>
        <Card>
          <form noValidate onSubmit={submit} className="flex items-start gap-2.5">
            <div className="min-w-0 flex-1">
              <TextField
                label="Code"
                mark={<span className="font-normal text-ink-3"> (back page)</span>}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                className="font-mono uppercase"
                value={typed}
                error={wrong ?? undefined}
                onChange={({ target }) => setTyped(target.value)}
              />
            </div>
            <Button type="submit" kind="primary" large busy={isFetching} className="mt-[26px]">
              Check
            </Button>
          </form>
        </Card>
        {isFetching && (
          <p role="status" className="text-base text-ink-2">
            Looking for a report with this code…
          </p>
        )}
        {isError && !isFetching && <NotFound error={error} onRetry={() => void found.refetch()} />}
        {report !== undefined && (
          <section aria-label="The report with this code" className="card overflow-hidden">
            <Facts of={report} />
            <FileCheck key={report.pdfSha256} pdfSha256={report.pdfSha256} />
          </section>
        )}
        <p className="text-sm text-ink-2">
          <b className="font-semibold text-ink">What this proves.</b> That the report was made here, when, and with
          which figures. It does not prove that what was recorded is right. Figures are shown only to those who may sign
          in for this plan.
        </p>
      </main>
    </div>
  );
}

function NotFound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = statusOf(error);
  if (status === 404)
    return (
      <MessageBox tone="attention" stays>
        <b className="font-semibold">No report has this code.</b> Check the twelve signs; O and 0, I and 1 are read
        alike.
      </MessageBox>
    );
  if (status === 429) return <MessageBox tone="danger">{messageOf(error)}</MessageBox>;
  return (
    <MessageBox tone="danger">
      <b className="font-semibold">The portal did not answer.</b>{' '}
      <button type="button" className="link hover:underline pointer-coarse:min-h-11" onClick={onRetry}>
        Try again
      </button>
    </MessageBox>
  );
}

const pagesText = ({ pages, engagedOnly }: PublicReportCheck): string =>
  [pages !== null && `${number(pages)} pages`, engagedOnly ? 'engaged members only' : 'all members']
    .filter(Boolean)
    .join(', ');

function Facts({ of: report }: { of: PublicReportCheck }) {
  const { madeAt, start, end, moment, asItStood, engagedOnly, pdfSha256, figuresSha256 } = report;
  const facts: [string, string, 'digest'?][] = [
    ['Made', `${dateTime(madeAt)} (Sydney)`],
    ...(start === null || end === null ? [] : ([['Period', `${date(start)} to ${date(end)}`]] as [string, string][])),
    ['Pages', pagesText(report)],
    ...(moment === null ? [] : ([['Recorded by', momentTime(moment)]] as [string, string][])),
    ['PDF, SHA-256', inGroups(pdfSha256), 'digest'],
    ...(figuresSha256 === null
      ? []
      : ([['Figures, SHA-256', inGroups(figuresSha256), 'digest']] as [string, string, 'digest'][])),
  ];
  return (
    <div className="p-5">
      <div role="status" className="flex items-start gap-3">
        <CircleCheck size={24} className="shrink-0 text-good" aria-hidden />
        <div>
          <h2 className="text-lg font-[650] leading-6">Superscope made a report with this code</h2>
          <p className="text-base text-ink-2">
            Policy Committee Report{asItStood && ' as it stood'}
            {engagedOnly && ', engaged members only'}. Compare these facts with the paper.
          </p>
        </div>
      </div>
      <dl className="mt-3 sm:grid sm:grid-cols-2 sm:gap-x-7">
        {facts.map(([term, text, kind]) => (
          <div key={term} className={cx('flex gap-4 border-t py-2.5 text-base', kind && 'sm:col-span-2')}>
            <dt className="w-32 shrink-0 text-ink-2">{term}</dt>
            <dd className={kind ? 'min-w-0 break-words font-mono text-sm font-semibold' : 'min-w-0 font-semibold'}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

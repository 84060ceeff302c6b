import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { Failure } from '../api/failure';
import { RequestForm } from '../forms/request-form';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, dateTime, sydneyToday } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { TextField } from '../../ui/text-field';
import { ReportDrop } from './report-drop';
import { ReportVerdicts } from './report-verdicts';
import type { Lately } from './lately';
import type { useReportCheck } from './use-report-check';
import { Heading } from '../../ui/heading';

interface Props {
  of: ReturnType<typeof useReportCheck>;
}

/** Checks a report by its PDF or its code: was it made here, is it unchanged, and are its figures what the events say. */
export function CheckReport({ of }: Props) {
  const { form, found, failed, lately, checking, close, takeFile, takeCode } = of;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[18.5rem_minmax(0,1fr)]">
      <Card aria-label="What to check" className="space-y-4">
        <Failure error={failed} otherwise="The report was not checked. Please try again." onClose={close} />
        <ReportDrop onFile={takeFile} />
        <RequestForm form={form}>
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                compact
                label="Or its code"
                mark={<span className="font-normal text-ink-3"> (back page)</span>}
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                className="font-mono uppercase"
                {...form.text('code')}
              />
            </div>
            <Button type="submit" busy={checking?.by === 'code'} className="!h-10 pointer-coarse:!h-11">
              Check
            </Button>
          </div>
        </RequestForm>
        {lately.length > 0 && <ListLately lately={lately} onCode={takeCode} />}
      </Card>
      {checking !== null ? (
        <Card aria-label="Checking" className="grid min-h-56 content-center">
          <p role="status" className="text-base font-semibold wrap-anywhere">
            Checking {checking.name}
          </p>
          <progress aria-label="Progress" className="mt-2 w-full" />
        </Card>
      ) : found === null ? (
        <Card className="grid min-h-56">
          <EmptyState icon={CircleCheck} title="No report is checked yet">
            Drop the PDF of a report, or type the code of its back page. What comes out is said here in three verdicts.
          </EmptyState>
        </Card>
      ) : (
        <ReportVerdicts key={found.key} check={found.check} by={found.by} />
      )}
    </div>
  );
}

const LATELY = {
  genuine: [CircleCheck, 'text-good', 'Genuine'],
  madeHere: [CircleHelp, 'text-ink-3', 'Made here, its file was not checked'],
  other: [CircleAlert, 'text-danger', 'Not as it was made'],
} as const;

/** 'today 09:30', or the day. */
function whenText(at: string): string {
  const [day, time] = dateTime(at).split(' ');
  return day === date(sydneyToday()) ? `today ${time}` : day!;
}

function ListLately({ lately, onCode }: { lately: readonly Lately[]; onCode: (code: string) => void }) {
  return (
    <section aria-label="Checked lately" className="border-t pt-3">
      <Heading className="text-base text-ink-2">Checked lately</Heading>
      <ul className="mt-1.5 space-y-1.5">
        {lately.map(({ key, name, code, is, at }) => {
          const [Icon, tone, label] = LATELY[is];
          return (
            <li key={key} className="flex items-center gap-2 text-base">
              <Icon size={16} className={cx('shrink-0', tone)} aria-label={label} />
              {code === null ? (
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              ) : (
                <button
                  type="button"
                  onClick={() => onCode(code)}
                  className="min-w-0 flex-1 text-left font-mono text-sm hover:underline pointer-coarse:min-h-11"
                >
                  {name}
                </button>
              )}
              <span className="whitespace-nowrap text-sm text-ink-3">{whenText(at)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

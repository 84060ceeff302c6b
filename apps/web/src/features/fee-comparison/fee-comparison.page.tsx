import type { FeeComparison, FeeComparisonRequest } from '@superscope/contracts/fee-comparison';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { messageOf, statusOf } from '../../portal/api/base.api';
import { CalculatorPage, Failed, Summary } from '../../portal/calculator/calculator-page';
import { FoundEarlier, Unreachable } from '../../portal/calculator/remembered-notes';
import { useOpening, useRemembered, useRemembering } from '../../portal/calculator/use-remembered';
import { useRun, type EarlierFound } from '../../portal/calculator/use-run';
import { calculatorQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { personText } from '../../portal/members/member-text';
import { Card } from '../../ui/card';
import { date, money, sydneyToday } from '../../ui/format';
import { Segmented } from '../../ui/segmented';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { ComparedBefore } from './compared-before';
import { ComparisonForm } from './comparison.form';
import { ComparisonResult } from '../../portal/fees/comparison-result';
import { useCompareFeesMutation } from './fee-comparison.api';
import { addressOf, chooseAgain, isTyped, namedForm, requestOf, stillNeeded, type FeeForm } from './fee-form';
import { NetBenefit } from './net-benefit';
import { useNamedChoices } from './use-named-choices';
import { SideMark } from '../../portal/fees/side-mark';

const VIEWS = [
  { value: 'fees', label: 'Fees alone' },
  { value: 'benefit', label: 'Net benefit' },
] as const;

interface Asked {
  /** The form that was run. */
  form: FeeForm;
}

/** What the page holds, for the tab's session. */
interface Held {
  form: FeeForm;
  found: EarlierFound<Asked, FeeComparison> | null;
}

const PAGE = 'feeComparison';

export function FeeComparisonPage() {
  return <Opened key={useOpening()} />;
}

/** Begins as the page was left, as its address says, or empty. */
function Opened() {
  const { held, address } = useRemembered<Held>(PAGE);
  const { named, error } = useNamedChoices(address);
  const today = sydneyToday();
  if (named === null)
    return (
      <Skeleton label="what was chosen" className="card p-5">
        <Bone className="h-40" />
      </Skeleton>
    );
  // A member who has left meanwhile is marked so. What was found of one who is out of reach by now is shown no more.
  const isReachable = address.get('member') === null || named.member !== null;
  const begins =
    held === null || !isReachable
      ? { form: namedForm(address, named, today), found: null }
      : { ...held, form: { ...held.form, member: named.member } };
  return <Comparing begins={begins} unreachable={isReachable ? undefined : { error }} />;
}

function Comparing({ begins, unreachable }: { begins: Held; unreachable: { error: unknown } | undefined }) {
  const [form, setForm] = useState(begins.form);
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('fees');
  const [send, { isLoading, error, reset }] = useCompareFeesMutation();
  const { run, found, isEarlier, isFolded, unfold, start } = useRun<Asked, FeeComparisonRequest, FeeComparison>(
    send,
    begins.found,
  );
  const held: Held = { form, found };
  useRemembering(PAGE, addressOf(form, sydneyToday()), held);
  const compare = () => start({ form }, requestOf(form));
  const stale = run !== null && !isSame(run.form, form);
  useUnsaved(isTyped(form) && (run === null || stale) ? calculatorQuestion : null);
  // Without the fees of a side there is nothing to hand over.
  const isKnown = run !== null && run.result.assetFeesA !== null && run.result.assetFeesB !== null;
  return (
    <CalculatorPage
      title="Fee comparison"
      note="What two investments cost a member in a year, fee by fee."
      person={form.member && personText(form.member)}
      url="api/feeComparison"
      exportRight="fees.export"
      report={isKnown && !stale ? requestOf(form) : null}
      columns="lg:grid-cols-[344px_minmax(0,1fr)]"
      form={
        <>
          <ComparisonForm form={form} onChange={setForm} onRun={compare} busy={isLoading} stale={stale} />
          {form.member !== null && (
            <ComparedBefore
              key={form.member.id}
              memberId={form.member.id}
              onAgain={(past) => setForm(chooseAgain(form, past))}
            />
          )}
        </>
      }
      summary={run !== null && isFolded && <Compared {...run} onChange={unfold} />}
    >
      {unreachable !== undefined && form.member === null && <Unreachable error={unreachable.error} />}
      {isEarlier && found !== null && <FoundEarlier at={found.at} />}
      {error !== undefined && (
        <Failed error={error} onClose={reset} onRetry={stillNeeded(form, sydneyToday()).length === 0 ? compare : null}>
          {failureText(error)}
        </Failed>
      )}
      {run !== null && (
        <div className="mb-4 flex justify-end">
          <Segmented label="What is shown" options={VIEWS} value={view} onChange={setView} />
        </div>
      )}
      {run === null ? (
        <Card aria-label="Result" className="grid min-h-40">
          <EmptyState icon={Scale} title="Nothing is compared yet">
            Fill in the member and the investment to compare with. Enter runs the comparison.
          </EmptyState>
        </Card>
      ) : view === 'benefit' ? (
        <NetBenefit request={requestOf(run.form)} dimmed={stale || isLoading} />
      ) : (
        <ComparisonResult
          of={run.result}
          dimmed={stale || isLoading}
          recordedOf={run.form.member && personText(run.form.member)}
        />
      )}
    </CalculatorPage>
  );
}

const isSame = (a: FeeForm, b: FeeForm): boolean => asked(a) === asked(b);
/** What is asked, whatever is known of the member by now. */
const asked = ({ member, ...form }: FeeForm): string => JSON.stringify({ ...form, member: member?.id });

/** Without an answer nobody can tell whether the run was recorded. */
const failureText = (error: unknown): string =>
  statusOf(error) === undefined
    ? 'No answer came. Running it again records it once.'
    : (messageOf(error) ?? 'The fees could not be compared.');

function Compared({ form, result, onChange }: Asked & { result: FeeComparison; onChange: () => void }) {
  const { member, name } = form;
  const who = member === null ? name : personText(member);
  const balance = `${money(result.balance)}${result.balanceAsAt === null ? '' : ` of ${date(result.balanceAsAt)}`}`;
  return (
    <Summary label="What was compared" onChange={onChange} className="space-y-1.5">
      <p className="font-semibold">{who}</p>
      {(['A', 'B'] as const).map((side) => (
        <p key={side} className="flex items-center gap-2">
          <SideMark side={side} />
          {(side === 'A' ? result.a : result.b).name}
        </p>
      ))}
      <p className="text-sm text-ink-3">
        {balance} · fees as at {date(result.feesAsAt)}
      </p>
    </Summary>
  );
}

import type {
  CoverNeedAnswer,
  InsuranceQuotation,
  InsuranceRequest,
} from '@superscope/contracts/insurance-calculation';
import { ShieldQuestion } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { errorsOf, messageOf } from '../../portal/api/base.api';
import { CalculatorPage, Failed, Summary } from '../../portal/calculator/calculator-page';
import { useRememberedMemberQuery } from '../../portal/calculator/remembered-member.api';
import { FoundEarlier, Unreachable } from '../../portal/calculator/remembered-notes';
import { useOpening, useRemembered, useRemembering } from '../../portal/calculator/use-remembered';
import { useRun, type EarlierFound } from '../../portal/calculator/use-run';
import { calculatorQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { useNamedCompanyQuery } from '../../portal/lookups/companies.api';
import { personText } from '../../portal/members/member-text';
import { Card } from '../../ui/card';
import { date, money, sydneyToday, trimmedMoney } from '../../ui/format';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { CoverNeed } from '../../portal/insurance/cover-need';
import { CoverNow } from '../../portal/insurance/cover-now';
import { InsuranceFormCard } from './insurance.form';
import { useCoverNeedMutation, useQuoteInsuranceMutation } from './insurance-calculation.api';
import { useInsuredMemberQuery } from '../../portal/insurance/insured-member.api';
import {
  addressOf,
  changedFields,
  chooseCompany,
  chooseEarlier,
  hasWrongDay,
  isTyped,
  namedForm,
  requestOf,
  shownForm,
  stillNeeded,
  type InsuranceForm,
} from './insurance-form';
import { QuotationResult } from '../../portal/insurance/quotation-result';
import { QuotedBefore } from './quoted-before';

interface Asked {
  request: InsuranceRequest;
  who: string;
}

/** What the page holds, for the tab's session. */
interface Held {
  form: InsuranceForm;
  quoted: EarlierFound<Asked, InsuranceQuotation> | null;
  need: EarlierFound<Asked, CoverNeedAnswer> | null;
}

const PAGE = 'insuranceCalculation';

type Lost = ComponentProps<typeof Unreachable>;

export function InsuranceCalculationPage() {
  return <Opened key={useOpening()} />;
}

/** Begins as the page was left, as its address says, or empty. */
function Opened() {
  const { held, address } = useRemembered<Held>(PAGE);
  const [asked] = useState(() => ({
    member: address.get('who') === 'new' ? null : address.get('member'),
    employer: address.get('employer'),
  }));
  const remembered = useRememberedMemberQuery(asked.member ?? '', { skip: asked.member === null });
  const named = useNamedCompanyQuery(asked.employer ?? '', { skip: asked.employer === null });
  const isReading = [remembered, named].some(
    ({ isUninitialized, isSuccess, isError }) => !isUninitialized && !isSuccess && !isError,
  );
  if (isReading)
    return (
      <Skeleton label="who was chosen" className="card p-5">
        <Bone className="h-40" />
      </Skeleton>
    );
  const member = remembered.data === undefined || remembered.data.erased ? null : remembered.data;
  const company = named.data ?? null;
  const lost = lostOf();
  return <Calculating begins={begun(held, address, member, company, lost)} unreachable={lost} />;

  function lostOf(): Lost | undefined {
    if (member !== null) return undefined;
    if (asked.member !== null) return { what: 'member', error: remembered.error };
    return asked.employer === null || company !== null ? undefined : { what: 'employer', error: named.error };
  }
}

/**
 * A member who has left meanwhile is marked so. Of a member who is out of reach by now nothing is shown any more, and of an employer nothing
 * that was found; what was typed of a new member is not the employer's.
 */
function begun(
  held: Held | null,
  address: URLSearchParams,
  member: InsuranceForm['member'],
  company: InsuranceForm['company'],
  lost: Lost | undefined,
): Held {
  const today = sydneyToday();
  if (held === null || lost?.what === 'member')
    return { form: namedForm(address, { member, company }, today), quoted: null, need: null };
  const form = { ...held.form, member };
  return lost === undefined
    ? { ...held, form: { ...form, company } }
    : { form: chooseCompany(form, null, today), quoted: null, need: null };
}

function Calculating({ begins, unreachable }: { begins: Held; unreachable: Lost | undefined }) {
  const [form, setForm] = useState(begins.form);
  const [quote, { isLoading, error, reset }] = useQuoteInsuranceMutation();
  const quoted = useRun<Asked, InsuranceRequest, InsuranceQuotation>(quote, begins.quoted);
  const { run, isFolded, unfold, start } = quoted;
  const [findNeed, finding] = useCoverNeedMutation();
  const needRun = useRun<Asked, InsuranceRequest, CoverNeedAnswer>(findNeed, begins.need);
  const held: Held = { form, quoted: quoted.found, need: needRun.found };
  useRemembering(PAGE, addressOf(form, sydneyToday()), held);
  const memberId = form.member?.id ?? null;
  const member = useInsuredMemberQuery(memberId ?? '', { skip: memberId === null });
  const insured = memberId === null ? undefined : member.currentData;
  const shown = shownForm(form, insured);
  const isRead = memberId === null || insured !== undefined;
  const hasLeft = form.member !== null && form.member.leftOn !== null;
  const needed = [
    ...stillNeeded(shown),
    ...(hasLeft ? ['a member who is in the plan'] : []),
    ...(isRead || member.isError ? [] : ['the member, who is being read']),
  ];
  const calculate = () => {
    const request = requestOf(shown);
    const asked = { request, who: form.member === null ? form.name.trim() : personText(form.member) };
    start(asked, request);
    // The need is told also where there is no quotation.
    needRun.start(asked, request);
  };
  // The form itself moves the focus to a day that is out of range.
  const retry = needed.length === 0 && !hasWrongDay(shown, sydneyToday()) ? calculate : null;
  // Of another member the result says nothing any more.
  const current = run !== null && (run.request.memberId ?? null) === memberId ? run : null;
  const need = needRun.run !== null && (needRun.run.request.memberId ?? null) === memberId ? needRun.run : null;
  const changed = current === null ? 0 : changedFields(current.request, requestOf(shown));
  useUnsaved(isTyped(form) && (current === null || changed > 0) ? calculatorQuestion : null);
  return (
    <CalculatorPage
      title="Insurance calculation"
      note="What cover costs by the rates of the member’s plan. Indicative until the insurer accepts it."
      person={form.member && personText(form.member)}
      url="api/insuranceCalculation"
      exportRight="insurance.export"
      report={current === null || changed > 0 ? null : current.request}
      columns="lg:grid-cols-[384px_minmax(0,1fr)]"
      form={
        <>
          <InsuranceFormCard
            form={form}
            shown={shown}
            insured={insured}
            onChange={setForm}
            onRun={calculate}
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
        </>
      }
      summary={
        current !== null &&
        isFolded && (
          <Summary label="What was quoted" onChange={unfold} className="space-y-1">
            <p className="font-semibold">{current.who}</p>
            <p>{shown.company?.name}</p>
            <p className="text-sm text-ink-3">
              {trimmedMoney(current.request.selectedMember.salary ?? 0)} a year · {current.result.occupationGroup} ·
              calculated at {date(current.result.calculationDate)}
            </p>
            <p className="text-sm text-ink-3">{money(current.result.monthlyPremiumTotal)} a month</p>
          </Summary>
        )
      }
    >
      {unreachable !== undefined && form.member === null && form.company === null && <Unreachable {...unreachable} />}
      {current !== null && quoted.isEarlier && quoted.found !== null && <FoundEarlier at={quoted.found.at} />}
      {member.isError && memberId !== null && (
        <Failed error={member.error} onRetry={() => void member.refetch()}>
          <p>{messageOf(member.error) ?? 'This member did not load.'}</p>
        </Failed>
      )}
      {error !== undefined && (
        <Failed error={error} onClose={reset} onRetry={retry}>
          {errorsOf(error, 'The quotation could not be made. Nothing was recorded.').map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Failed>
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
          {insured !== undefined && <CoverNow of={insured} className="mb-4" />}
          <Card aria-label="Result" className="grid min-h-40">
            <EmptyState icon={ShieldQuestion} title="Nothing is quoted yet">
              {insured === undefined && form.mode === 'existing'
                ? 'Cover now is shown as soon as a member is chosen. The quotation follows when you run it.'
                : 'The quotation follows when you run it.'}
            </EmptyState>
          </Card>
        </>
      )}
      {finding.error !== undefined && error === undefined && (
        <Failed error={finding.error} onClose={finding.reset} onRetry={retry}>
          {errorsOf(finding.error, 'The need could not be found.').map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Failed>
      )}
      {need !== null && (
        <CoverNeed of={need.result} dimmed={changedFields(need.request, requestOf(shown)) > 0 || finding.isLoading} />
      )}
    </CalculatorPage>
  );
}

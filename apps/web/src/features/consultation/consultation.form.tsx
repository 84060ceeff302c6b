import type { PastComparison } from '@superscope/contracts/fee-comparison';
import type { EarlierQuotation } from '@superscope/contracts/insurance-calculation';
import { FileSearch } from 'lucide-react';
import { Link } from 'react-router';
import { NotLoadedBox } from '../../portal/api/not-loaded';
import { RunForm } from '../../portal/calculator/calculator-form';
import { OtherInvestments } from '../../portal/fees/other-investments';
import { BirthField, GenderField } from '../../portal/insurance/birth-and-gender';
import { quotedText } from '../../portal/insurance/insurance-text';
import { MemberLookup } from '../../portal/members/member-lookup';
import { date, dateTime, sydneyToday } from '../../ui/format';
import { SelectField } from '../../ui/select-field';
import { Toggle } from '../../ui/toggle';
import { addressOf, chooseMember, takenBy, type ConsultationForm, type Lacks } from './consultation-form';

/** Earlier runs of a calculator for the chosen member. */
export interface Runs<Run> {
  /** Undefined until they are read. */
  all: readonly Run[] | undefined;
  /** What the form takes of them; null for none. */
  chosen: Run | null;
  error: unknown;
  retry: () => void;
}

interface Props {
  form: ConsultationForm;
  compared: Runs<PastComparison>;
  quoted: Runs<EarlierQuotation>;
  /** What the fund’s files do not say of the member, and a quotation needs. */
  lacks: Lacks;
  onChange: (form: ConsultationForm) => void;
  onRead: () => void;
  needed: readonly string[];
  busy: boolean;
  /** Whether a draft is shown that other choices made. */
  stale: boolean;
}

/** Whom the consultation is with, and which of their newest runs it is about. */
export function ConsultationFormCard({ form, compared, quoted, lacks, onChange, onRead, needed, busy, stale }: Props) {
  const set = (some: Partial<ConsultationForm>) => onChange({ ...form, ...some });
  return (
    <RunForm
      label="What the consultation is about"
      needed={needed}
      busy={busy}
      action={stale ? 'Read it again' : 'Read before filing'}
      icon={FileSearch}
      onRun={onRead}
    >
      <div className="px-5 py-4">
        <MemberLookup required member={form.member} onChange={(member) => onChange(chooseMember(member))} />
      </div>
      {form.member !== null && (
        <>
          <div className="space-y-3 border-t px-5 py-4" role="group" aria-label="Fees and net benefit">
            <RunChoice
              label="Fees and net benefit"
              runs={compared}
              at={form.comparedAt}
              nameOf={({ at, b, feesAsAt }) => `${b.name}, fees of ${date(feesAsAt)}, compared ${dateTime(at)}`}
              none="No fees were compared for this member yet."
              link={{ to: `/staff/feeComparison?${addressOf(form).toString()}`, text: 'Compare fees' }}
              onChange={(comparedAt) => set({ comparedAt, others: [] })}
            />
            {compared.chosen !== null && (
              <OtherInvestments
                others={form.others}
                taken={takenBy(compared.chosen)}
                onChange={(others) => set({ others })}
              />
            )}
          </div>
          <div className="space-y-3 border-t px-5 py-4" role="group" aria-label="Cover and need">
            <RunChoice
              label="Cover and need"
              runs={quoted}
              at={form.quotedAt}
              nameOf={(quotation) => `${quotedText(quotation)}, quoted ${dateTime(quotation.at)}`}
              none="No insurance was quoted for this member yet."
              link={{ to: `/staff/insuranceCalculation?${addressOf(form).toString()}`, text: 'Calculate insurance' }}
              onChange={(quotedAt) => set({ quotedAt })}
            />
            {quoted.chosen !== null && lacks.birth && (
              <BirthField
                required
                today={sydneyToday()}
                value={form.dateOfBirth}
                onChange={(dateOfBirth) => set({ dateOfBirth })}
              />
            )}
            {quoted.chosen !== null && lacks.gender && (
              <GenderField required value={form.gender} onChange={(gender) => set({ gender })} />
            )}
          </div>
          <div className="border-t px-5 py-4">
            <Toggle label="Retirement standard" selected={form.asfa} onChange={(asfa) => set({ asfa })} />
          </div>
        </>
      )}
    </RunForm>
  );
}

interface ChoiceProps<Run> {
  label: string;
  runs: Runs<Run>;
  /** The instant of the chosen run; null for the newest, '' for none. */
  at: string | null;
  nameOf: (run: Run) => string;
  none: string;
  link: { to: string; text: string };
  onChange: (at: string) => void;
}

const LEFT_OUT = '';
const NONE_VALUE = 'none';

function RunChoice<Run extends { at: string }>({ label, runs, nameOf, none, link, onChange }: ChoiceProps<Run>) {
  if (runs.error !== undefined)
    return (
      <NotLoadedBox error={runs.error} what={`What was done before for ${label.toLowerCase()}`} onRetry={runs.retry} />
    );
  if (runs.all === undefined) return <p className="text-sm text-ink-3">Earlier runs are read…</p>;
  if (runs.all.length === 0)
    return (
      <p className="text-base text-ink-2">
        <b className="block font-semibold text-ink">{label}</b>
        {none}{' '}
        <Link to={link.to} className="font-semibold text-brand hover:underline">
          {link.text}
        </Link>
      </p>
    );
  return (
    <SelectField
      wide
      label={label}
      options={[
        ...runs.all.map((run) => ({ value: run.at, label: nameOf(run) })),
        { value: NONE_VALUE, label: 'Leave it out' },
      ]}
      value={runs.chosen?.at ?? NONE_VALUE}
      onChange={(value) => onChange(value === NONE_VALUE ? LEFT_OUT : value)}
    />
  );
}

import type { InsuranceCategory, InsuredMember } from '@superscope/contracts/insurance-calculation';
import { NotLoadedBox } from '../../portal/api/not-loaded';
import { CalculatorForm, LockedField } from '../../portal/calculator/calculator-form';
import { openText, startText } from '../../portal/calculator/cover-rules-text';
import { CompanyLookup } from '../../portal/lookups/company-lookup';
import { BirthField, GenderField } from '../../portal/insurance/birth-and-gender';
import { MemberLookup } from '../../portal/members/member-lookup';
import { usePlanQuery } from '../../portal/plan/plan.api';
import { DateField } from '../../ui/date-field';
import { date, sydneyToday } from '../../ui/format';
import { REQUIRED } from '../../ui/required';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import {
  useInsuranceCategoriesQuery,
  useInsuranceStatesQuery,
  useOccupationGroupsQuery,
} from './insurance-calculation.api';
import {
  calculationDays,
  chooseCompany,
  chooseMember,
  chooseMode,
  dollarsProblem,
  type InsuranceForm,
  type ShownForm,
} from './insurance-form';
import { NeedFields } from './need-fields';
import { categoryText } from '../../portal/insurance/insurance-text';

interface Props {
  form: InsuranceForm;
  shown: ShownForm;
  /** The chosen member, once read. */
  insured: InsuredMember | undefined;
  onChange: (form: InsuranceForm) => void;
  onRun: () => void;
  busy: boolean;
  needed: readonly string[];
  /** How many fields differ from those of the result that is shown. */
  changed: number;
}

export function InsuranceFormCard({ form, shown, insured, onChange, onRun, busy, needed, changed }: Props) {
  const isNew = form.mode === 'new';
  const set = (some: Partial<InsuranceForm>) => onChange({ ...form, ...some });
  const today = sydneyToday();
  return (
    <CalculatorForm
      label="What is quoted"
      mode={form.mode}
      onMode={(mode) => onChange(chooseMode(form, mode, today))}
      needed={needed}
      busy={busy}
      action={changed === 0 ? 'Run Calculation' : `Run again, ${changed} ${changed === 1 ? 'field' : 'fields'} changed`}
      onRun={onRun}
    >
      <div className="grid grid-cols-2 gap-3.5 px-5 py-4" role="group" aria-label="Who">
        <div className="col-span-2">
          <CompanyLookup
            label={isNew ? 'Employer (required)' : 'Employer'}
            value={shown.company && { id: shown.company.id, name: shown.company.name }}
            onChange={(company) => onChange(chooseCompany(form, company, today))}
          />
        </div>
        <div className="col-span-2">
          <PlanAndPlatform shown={shown} insured={insured} />
        </div>
        <div className="col-span-2">
          {isNew ? (
            <TextField
              compact
              label="Name"
              mark={REQUIRED}
              placeholder="First and last name"
              value={form.name}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => set({ name: target.value })}
            />
          ) : (
            <MemberLookup
              required
              companyId={form.company?.id}
              member={form.member}
              onChange={(member) => onChange(chooseMember(form, member, today))}
            />
          )}
        </div>
        <DateField
          label="Calculated at"
          required
          {...calculationDays(today)}
          value={form.calculationDate}
          onChange={(calculationDate) => set({ calculationDate })}
        />
        {shown.isBirthKnown ? (
          <LockedField label="Birth date" value={date(shown.dateOfBirth!)} />
        ) : (
          <BirthField
            required={isNew}
            today={today}
            value={form.dateOfBirth}
            onChange={(dateOfBirth) => set({ dateOfBirth })}
          />
        )}
        {shown.isGenderKnown ? (
          <LockedField label="Gender" value={shown.gender!} />
        ) : (
          <GenderField required={isNew} value={form.gender} onChange={(gender) => set({ gender })} />
        )}
        <TextField
          compact
          label="Salary a year"
          mark={REQUIRED}
          inputMode="decimal"
          autoComplete="off"
          value={shown.salary}
          error={dollarsProblem(shown.salary)}
          onChange={({ target }) => set({ salary: target.value })}
        />
      </div>
      <CoverOfPlan shown={shown} isNew={isNew} set={set} />
      <div className="border-t px-5 py-4" role="group" aria-label="Voluntary cover">
        <p className="mb-2.5 flex items-baseline justify-between text-md font-semibold">
          Voluntary cover<span className="text-sm font-normal text-ink-3">leave empty for none</span>
        </p>
        <div className="grid grid-cols-3 gap-2.5">
          <Cover label="Death" value={form.death} onChange={(death) => set({ death })} />
          <Cover label="TPD" value={form.tpd} onChange={(tpd) => set({ tpd })} />
          <Cover label="SCI" monthly value={form.sci} onChange={(sci) => set({ sci })} />
        </div>
      </div>
      <NeedFields form={form.need} onChange={(need) => set({ need })} />
    </CalculatorForm>
  );
}

/** What the plan of the employer offers: its categories and occupations. */
function CoverOfPlan({
  shown,
  isNew,
  set,
}: {
  shown: ShownForm;
  isNew: boolean;
  set: (some: Partial<InsuranceForm>) => void;
}) {
  const { company } = shown;
  const categoriesOf = useInsuranceCategoriesQuery(
    { companyId: company?.id ?? '', activeOnly: isNew, on: shown.calculationDate },
    { skip: company === null },
  );
  const groupsOf = useOccupationGroupsQuery(company?.plan.id ?? '', { skip: company === null });
  const statesOf = useInsuranceStatesQuery();
  const { currentData: categories } = categoriesOf;
  const { currentData: groups = [] } = groupsOf;
  const { data: states = [] } = statesOf;
  const failed = [categoriesOf, groupsOf, statesOf].filter(({ isError }) => isError);
  const offered = (categories ?? []).filter(({ active, id }) => active || id === shown.category);
  const chosen = offered.find(({ id }) => id === shown.category);
  const isEmpty = isNew && categories?.length === 0;
  return (
    <div className="grid grid-cols-2 gap-3.5 border-t px-5 py-4" role="group" aria-label="Cover of the plan">
      <NotLoadedBox
        error={failed[0]?.error}
        what="What the plan offers"
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        className="col-span-2"
      />
      <div className="col-span-2">
        <SelectField
          wide
          label="Plan category"
          required={isNew}
          placeholder={isEmpty ? 'None' : company === null ? 'Choose an employer' : 'Choose'}
          options={offered.map(({ id, name, active }) => ({ value: id, label: active ? name : `${name} (inactive)` }))}
          value={chosen === undefined ? '' : shown.category}
          error={isEmpty ? 'There are no active Categories for this Plan' : undefined}
          onChange={(category) => set({ category })}
        />
        {chosen !== undefined && <CategoryHelp of={chosen} />}
      </div>
      <SelectField
        wide
        label="Collar rating"
        required={isNew}
        placeholder="Choose"
        options={groups.map((value) => ({ value, label: value }))}
        value={groups.includes(shown.occupationGroup) ? shown.occupationGroup : ''}
        onChange={(occupationGroup) => set({ occupationGroup })}
      />
      <SelectField
        wide
        label="State"
        required={isNew}
        placeholder="Choose"
        options={states.map((value) => ({ value, label: value }))}
        value={states.includes(shown.state) ? shown.state : ''}
        onChange={(state) => set({ state })}
      />
    </div>
  );
}

const CategoryHelp = ({ of }: { of: InsuranceCategory }) => (
  <>
    <p className="mt-1 text-sm text-ink-3">{categoryText(of)}</p>
    <p className="mt-1 text-sm text-ink-3">
      {of.rules === null ? openText(of.rules) : `Open: ${openText(of.rules)} ${startText(of.rules)}`}
    </p>
    {of.formulaProblems.map((problem) => (
      <p key={problem} className="mt-1 text-sm font-medium text-danger">
        {problem}
      </p>
    ))}
  </>
);

/** The plan follows from the employer, or from the member. */
function PlanAndPlatform({ shown, insured }: Pick<Props, 'shown' | 'insured'>) {
  const { company } = shown;
  const { currentData } = usePlanQuery(company?.plan.id ?? '', { skip: company === null || insured !== undefined });
  const platform = insured?.platform.name ?? currentData?.platform.name;
  const value = company === null ? '' : [company.plan.name, platform].filter(Boolean).join(' · ');
  return <LockedField label="Plan and platform" value={value} placeholder="Follows from the employer" />;
}

interface CoverProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  monthly?: boolean;
}

const Cover = ({ label, value, onChange, monthly = false }: CoverProps) => (
  <TextField
    compact
    label={label}
    aside={monthly && <span className="font-normal text-ink-3">a month</span>}
    placeholder="None"
    inputMode="decimal"
    autoComplete="off"
    value={value}
    error={dollarsProblem(value)}
    onChange={({ target }) => onChange(target.value)}
  />
);

import { CalculatorForm, LockedField } from '../../portal/calculator/calculator-form';
import { MemberLookup } from '../../portal/members/member-lookup';
import { PlanLookup } from '../../portal/plan/plan-lookup';
import { usePlanQuery } from '../../portal/plan/plan.api';
import { PlatformLookup } from '../../portal/platforms/platform-lookup';
import { DateField } from '../../ui/date-field';
import { sydneyToday } from '../../ui/format';
import { REQUIRED } from '../../ui/required';
import { TextField } from '../../ui/text-field';
import {
  balanceProblem,
  chooseMember,
  chooseMode,
  chooseOtherPlatform,
  choosePlan,
  firstFeesDay,
  platformIdOf,
  stillNeeded,
  type FeeForm,
} from './fee-form';
import { useMemberBalancesQuery } from '../../portal/fees/fees.api';
import { AssetLookup } from '../../portal/fees/asset-lookup';
import { MemberInvestments } from './member-investments';
import { SideMark } from '../../portal/fees/side-mark';

interface Props {
  form: FeeForm;
  onChange: (form: FeeForm) => void;
  onRun: () => void;
  busy: boolean;
  /** Whether a result is shown that other fields made. */
  stale: boolean;
}

export function ComparisonForm({ form, onChange, onRun, busy, stale }: Props) {
  const isNew = form.mode === 'new';
  const today = sydneyToday();
  return (
    <CalculatorForm
      label="What is compared"
      mode={form.mode}
      onMode={(mode) => onChange(chooseMode(form, mode, today))}
      needed={stillNeeded(form, today)}
      busy={busy}
      action={stale ? 'Run again' : 'Run Comparison'}
      onRun={onRun}
    >
      <div className="space-y-3.5 px-5 py-4" role="group" aria-label="Investment A">
        <p className="flex items-center gap-2 text-md font-semibold">
          <SideMark side="A" />
          {isNew ? 'Where they are now' : 'Today’s investment'}
        </p>
        <PlanLookup
          label={isNew ? 'Plan (required)' : 'Plan'}
          value={form.plan}
          onChange={(plan) => onChange(choosePlan(form, plan, today))}
        />
        <PlatformOfPlan form={form} />
        {isNew ? (
          <>
            <TextField
              compact
              label="Name"
              mark={REQUIRED}
              value={form.name}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...form, name: target.value })}
            />
            <AssetLookup
              key={form.plan?.id}
              platformId={platformIdOf(form)}
              first="Choose a plan first"
              excludeChoice
              value={form.asset}
              onChange={(asset) => onChange({ ...form, asset })}
            />
            <TextField
              compact
              label="Balance"
              mark={REQUIRED}
              inputMode="decimal"
              autoComplete="off"
              value={form.balance}
              error={balanceProblem(form)}
              onChange={({ target }) => onChange({ ...form, balance: target.value })}
            />
          </>
        ) : (
          <>
            <MemberLookup
              required
              planId={form.plan?.id}
              member={form.member}
              onChange={(member) => onChange(chooseMember(form, member, today))}
            />
            {form.member !== null && (
              <MemberInvestments
                memberId={form.member.id}
                assetId={form.assetId}
                onChange={(assetId) => onChange({ ...form, assetId })}
              />
            )}
          </>
        )}
      </div>
      <div className="space-y-3.5 border-t px-5 py-4" role="group" aria-label="Investment B">
        <p className="flex items-center gap-2 text-md font-semibold">
          <SideMark side="B" />
          Compared with
        </p>
        <PlatformLookup
          value={form.otherPlatform}
          onChange={(platform) => onChange(chooseOtherPlatform(form, platform))}
        />
        <AssetLookup
          key={form.otherPlatform?.id}
          platformId={form.otherPlatform?.id ?? null}
          first="Choose a platform first"
          value={form.otherAsset}
          onChange={(otherAsset) => onChange({ ...form, otherAsset })}
        />
      </div>
      <div className="border-t px-5 py-4">
        <DateField
          label="Fees as at"
          min={firstFeesDay}
          max={today}
          value={form.feesAsAt}
          onChange={(feesAsAt) => onChange({ ...form, feesAsAt })}
        />
      </div>
    </CalculatorForm>
  );
}

/** The platform follows from the plan, or from the plan of the member. */
function PlatformOfPlan({ form: { plan, member } }: { form: FeeForm }) {
  const { currentData: ofPlan } = usePlanQuery(plan?.id ?? '', { skip: plan === null });
  const { currentData: ofMember } = useMemberBalancesQuery(member?.id ?? '', { skip: member === null });
  const name = (plan === null ? ofMember?.platform.name : ofPlan?.platform.name) ?? '';
  return <LockedField label="Platform" value={name} placeholder="Follows from the plan" />;
}

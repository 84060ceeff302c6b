import { salesforcePlanRequest, type SalesforceScheduleAnswer } from '@superscope/contracts/salesforce';
import { FailureText } from '../../portal/api/failure';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { TextField } from '../../ui/text-field';
import { Toggle } from '../../ui/toggle';
import { useFindProvidersQuery, useSetSalesforceScheduleMutation } from './salesforce-exports.api';
import { WEEKDAYS } from './weekdays';

interface Props {
  schedule: SalesforceScheduleAnswer;
  onClose: () => void;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Says when exports begin by themselves, and of whom. */
export function ScheduleDialog({ schedule: { plan, revision }, onClose }: Props) {
  const [save] = useSetSalesforceScheduleMutation();
  const providers = useFindProvidersQuery('');
  const form = useRequestForm({
    of: 'schedule',
    schema: salesforcePlanRequest,
    values: {
      isOn: plan?.isOn ?? true,
      at: plan?.at ?? '02:30',
      days: [...(plan?.days ?? EVERY_DAY)],
      /** None of them is all together. */
      providerIds: [...(plan?.providerIds ?? [])],
    },
    request: ({ isOn, at, days, providerIds }) => ({
      isOn,
      at: at.trim().padStart(5, '0'),
      days: days.toSorted(),
      providerIds: providerIds.length === 0 ? null : providerIds,
    }),
    revision,
    send: (request, revision) => save({ ...request, revision }).unwrap(),
    onDone: onClose,
    failed: 'The plan was not saved. Please try again.',
  });
  const { isOn, days, providerIds } = form.values;
  const daysError = form.choice('days').error;
  return (
    <FormDialog
      title="Plan of exports"
      action="Save plan"
      intro="At each of these times everything that no export has sent is sent, in your name. What cannot run stays due."
      form={form}
      onClose={onClose}
    >
      <Toggle label="Export by themselves" selected={isOn} onChange={(on) => form.set('isOn', on)} />
      <TextField
        compact
        label="Time"
        placeholder="hh:mm"
        maxLength={5}
        aside={<span className="text-sm font-normal text-ink-3">In Sydney</span>}
        {...form.text('at')}
      />
      <Choices
        label="Days"
        columns
        options={WEEKDAYS.map((name, at) => ({ value: at + 1, name }))}
        chosen={days}
        onChange={(chosen) => form.set('days', chosen)}
        error={daysError}
      />
      {(providers.data?.length ?? 0) > 1 && (
        <Choices
          label="Providers by themselves"
          hint="Choose none to export all together."
          options={providers.data!.map(({ id, name }) => ({ value: id, name }))}
          chosen={providerIds}
          onChange={(chosen) => form.set('providerIds', chosen)}
        />
      )}
      {providers.isError && (
        <div className="text-sm text-ink-3">
          <FailureText error={providers.error} otherwise="The providers could not be read." />
        </div>
      )}
    </FormDialog>
  );
}

interface ChoicesProps<Value> {
  label: string;
  hint?: string;
  options: readonly { value: Value; name: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error?: string | undefined;
  /** Short names stand under each other. */
  columns?: boolean;
}

function Choices<Value extends string | number>({
  label,
  hint,
  options,
  chosen,
  onChange,
  error,
  columns = false,
}: ChoicesProps<Value>) {
  return (
    <fieldset data-wrong={error !== undefined || undefined}>
      <legend className="mb-1 text-base font-semibold">{label}</legend>
      {hint !== undefined && <p className="mb-1 text-sm text-ink-3">{hint}</p>}
      <div className={columns ? 'grid grid-cols-3 gap-x-2 gap-y-1 sm:grid-cols-4' : 'flex flex-wrap gap-x-5 gap-y-1'}>
        {options.map(({ value, name }) => (
          <label key={value} className="flex min-h-9 items-center gap-2 text-base pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-brand"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
            {name}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

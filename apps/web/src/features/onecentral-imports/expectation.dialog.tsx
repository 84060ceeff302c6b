import { csvTableNames, type CsvTable } from '@superscope/contracts/csv-tables';
import { onecentralExpectation, type OnecentralExpected } from '@superscope/contracts/onecentral-imports';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useSetOnecentralExpectationMutation } from './onecentral-imports.api';
import { tableText } from '../../portal/imports/table-name';

type Tables = OnecentralExpected['tables'];

/** What is chosen for a table that is expected as it used to come. */
const AS_BEFORE = 'asBefore';
const CHOICES = [
  { value: AS_BEFORE, label: 'As it used to come' },
  { value: 'month', label: 'Every month' },
  { value: 'day', label: 'Every day' },
  { value: 'never', label: 'Not expected' },
] as const;

interface Props {
  tables: Tables;
  revision: number;
  onClose: () => void;
}

/** Says when a table is expected. */
export function ExpectationDialog({ tables, revision, onClose }: Props) {
  const [save] = useSetOnecentralExpectationMutation();
  const of = (name: string) => {
    const found = tables.find(({ table }) => table === name);
    return {
      table: name,
      every: (found?.isSaid ? found.every : null) ?? AS_BEFORE,
      dayOfMonth: found?.dayOfMonth == null ? '' : String(found.dayOfMonth),
      byTime: found?.byTime ?? '',
    };
  };
  const form = useRequestForm({
    of: 'expectations',
    schema: onecentralExpectation,
    values: of(tables[0]?.table ?? ''),
    request: ({ table, every, dayOfMonth, byTime }) => ({
      table: table as CsvTable,
      every: every === AS_BEFORE ? null : (every as 'month'),
      dayOfMonth: every !== 'month' ? null : dayOfMonth.trim() === '' ? Number.NaN : Number(dayOfMonth),
      byTime: every !== 'day' || byTime.trim() === '' ? null : byTime.trim().padStart(5, '0'),
    }),
    revision,
    send: (request, revision) => save({ ...request, revision }).unwrap(),
    onDone: onClose,
    failed: 'It was not saved. Please try again.',
  });
  const { table, every } = form.values;
  const known = tables.map((each) => each.table);
  const others = csvTableNames.filter((name) => !known.includes(name));
  const choose = form.choice('table');
  return (
    <FormDialog
      title="Edit expectations"
      intro="A table that has not come by its day or time is late, here and among the Monitor Alerts."
      action="Save"
      form={form}
      onClose={onClose}
    >
      <SelectField
        wide
        required
        label="Table"
        placeholder="Choose a table"
        options={[...known, ...others].map((name) => ({ value: name, label: tableText(name) }))}
        {...choose}
        onChange={(name) => {
          choose.onChange(name);
          const { every, dayOfMonth, byTime } = of(name);
          form.choice('every').onChange(every);
          form.choice('dayOfMonth').onChange(dayOfMonth);
          form.choice('byTime').onChange(byTime);
        }}
      />
      <SelectField wide label="Expected" options={CHOICES} {...form.choice('every')} />
      {every === 'month' && (
        <TextField
          compact
          label="By day of the month"
          inputMode="numeric"
          maxLength={2}
          aside={<span className="text-sm font-normal text-ink-3">31 is its last day</span>}
          {...form.text('dayOfMonth')}
        />
      )}
      {every === 'day' && (
        <TextField
          compact
          label="By time of day"
          placeholder="hh:mm"
          maxLength={5}
          aside={<span className="text-sm font-normal text-ink-3">In Sydney; empty is its end</span>}
          {...form.text('byTime')}
        />
      )}
      {every === AS_BEFORE && (
        <p className="text-sm text-ink-2">{usualOf(tables.find((each) => each.table === table))}</p>
      )}
    </FormDialog>
  );
}

function usualOf(table: Tables[number] | undefined): string {
  if (table === undefined || table.lastOn === null) return 'It has not come yet, so it is not expected.';
  if (table.isSaid || table.every === null)
    return 'Once it came two months in a row, it is expected by the day of the month by which it used to come.';
  return 'It is expected by the day of the month by which it used to come.';
}

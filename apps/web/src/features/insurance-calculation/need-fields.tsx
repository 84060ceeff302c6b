import { TextField } from '../../ui/text-field';
import { NEED_FIELDS, needProblem, type NeedForm } from './need-form';

interface Props {
  form: NeedForm;
  onChange: (form: NeedForm) => void;
}

/** What the household needs cover for. An empty field counts by the default that stands in it. */
export const NeedFields = ({ form, onChange }: Props) => (
  <div className="border-t px-5 py-4" role="group" aria-label="What is needed for">
    <p className="mb-2.5 flex items-baseline justify-between text-md font-semibold">
      What is needed for<span className="text-sm font-normal text-ink-3">saved with the quotation</span>
    </p>
    <div className="grid grid-cols-2 items-end gap-2.5">
      {NEED_FIELDS.map(({ name, label, byDefault }) => (
        <TextField
          key={name}
          compact
          label={label}
          placeholder={`Default: ${byDefault}`}
          inputMode="decimal"
          autoComplete="off"
          value={form[name]}
          error={needProblem(form, name)}
          onChange={({ target }) => onChange({ ...form, [name]: target.value })}
        />
      ))}
    </div>
  </div>
);

import { DateField } from '../../ui/date-field';
import { SelectField } from '../../ui/select-field';

/** Nobody who can be insured was born before. */
export const EARLIEST_BIRTH = '1900-01-01';

/** Rates are those of men or of women. */
export type RatedGender = 'Male' | 'Female';
const GENDERS = [
  { value: 'Male', label: 'Male' },
  { value: 'Female', label: 'Female' },
] as const;

interface Props<Value> {
  required: boolean;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** The birth date of somebody of whom the fund’s files name none. */
export const BirthField = ({ today, ...field }: Props<string> & { today: string }) => (
  <DateField label="Birth date" min={EARLIEST_BIRTH} max={today} {...field} />
);

/** The gender of somebody of whom the fund’s files name neither. */
export const GenderField = ({ required, value, onChange }: Props<RatedGender>) => (
  <SelectField
    wide
    label="Gender"
    required={required}
    placeholder="Choose"
    options={GENDERS}
    value={value ?? ''}
    onChange={(chosen) => onChange(GENDERS.find((gender) => gender.value === chosen)?.value ?? null)}
  />
);

import { parseDate } from '@internationalized/date';
import { DatePicker, Label } from 'react-aria-components';
import { DatePickerParts } from './date-picker-parts';

interface Props {
  label: string;
  required?: boolean;
  /** yyyy-MM-dd; null while it is not complete. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** The first and the last day that may be chosen. */
  min: string;
  max: string;
  error?: string | undefined;
}

/**
 * A day as dd/MM/yyyy, typed or chosen from a calendar. React Aria's DatePicker handles the keyboard and screen
 * readers.
 */
export const DateField = ({ label, required = false, value, onChange, min, max, error }: Props) => (
  <DatePicker
    value={value === null ? null : parseDate(value)}
    onChange={(day) => onChange(day?.toString() ?? null)}
    minValue={parseDate(min)}
    maxValue={parseDate(max)}
    shouldForceLeadingZeros
    isRequired={required}
    isInvalid={error !== undefined}
    validationBehavior="aria"
    // The inner group has the focus outline.
    className="min-w-0 data-[focus-visible]:outline-none"
  >
    <Label className="mb-1 block text-base font-semibold">
      {label}
      {required && <span className="font-normal text-ink-3"> (required)</span>}
    </Label>
    <DatePickerParts error={error} />
  </DatePicker>
);

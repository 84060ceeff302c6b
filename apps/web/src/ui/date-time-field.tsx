import { parseDateTime } from '@internationalized/date';
import { DatePicker, Label } from 'react-aria-components';
import { DatePickerParts } from './date-picker-parts';

interface Props {
  label: string;
  /** `yyyy-MM-ddTHH:mm`, or '' while it is not complete. */
  value: string;
  /** The latest time that may be chosen, in the format of `value`. */
  max?: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A day and a time as the portal writes them, dd/MM/yyyy and 24 hours, whatever the browser's own language is. */
export const DateTimeField = ({ label, value, max, error, onChange }: Props) => (
  <DatePicker
    value={value === '' ? null : parseDateTime(value)}
    onChange={(at) => onChange(at === null ? '' : at.toString().slice(0, 16))}
    {...(max !== undefined && { maxValue: parseDateTime(max) })}
    granularity="minute"
    hourCycle={24}
    shouldForceLeadingZeros
    isInvalid={error !== undefined}
  >
    <Label className="mb-1 block text-base font-semibold">{label}</Label>
    <DatePickerParts error={error} />
  </DatePicker>
);

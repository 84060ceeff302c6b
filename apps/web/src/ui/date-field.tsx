import { dayOf } from './day-text';
import { TypedDate } from './typed-date';

interface Props {
  label: string;
  required?: boolean;
  /** Shows the day, which cannot be changed for now. */
  disabled?: boolean;
  /** yyyy-MM-dd; null while the typed text is no day. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called with whether there is text that is no day, which an empty optional field has not. */
  onUnread?: (isUnread: boolean) => void;
  /** The first and the last day that may be chosen. */
  min: string;
  max: string;
  /** What else is wrong with the day. */
  error?: string | undefined;
}

/** A day as dd/MM/yyyy, typed or chosen from a calendar. */
export const DateField = ({ value, onChange, ...field }: Props) => (
  <TypedDate
    {...field}
    value={value ?? ''}
    onChange={(day) => onChange(day === '' ? null : day)}
    read={dayOf}
    form="dd/mm/yyyy"
    onDay={(day) => day}
  />
);

import { dayTimeOf } from './day-text';
import { TypedDate } from './typed-date';

interface Props {
  label: string;
  /** `yyyy-MM-ddTHH:mm`, or '' while the typed text is no time. */
  value: string;
  /** The earliest and the latest time that may be chosen, in the format of `value`. */
  min?: string;
  max?: string;
  /** What else is wrong with the time. */
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A day and a time as the portal writes them, dd/MM/yyyy and 24 hours, whatever the browser's own language is. */
export const DateTimeField = ({ value, ...field }: Props) => (
  <TypedDate
    {...field}
    value={value}
    read={dayTimeOf}
    form="dd/mm/yyyy hh:mm"
    // Another day keeps the time.
    onDay={(day) => `${day}T${value === '' ? '00:00' : value.slice(11)}`}
  />
);

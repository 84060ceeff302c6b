import { CalendarDays } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { dayText, isWrittenOut, notADate } from './day-text';
import { onDemand } from './on-demand';
import { Opener } from './opener';
import { TextField } from './text-field';

const DayCalendar = onDemand(async () => (await import('./day-calendar')).DayCalendar);

interface Props {
  label: string;
  required?: boolean;
  disabled?: boolean;
  /** The value as ISO text; '' while the typed text is none. */
  value: string;
  onChange: (value: string) => void;
  /** Called with whether there is text that is no value. */
  onUnread?: ((isUnread: boolean) => void) | undefined;
  /** The least and the greatest value. */
  min?: string | undefined;
  max?: string | undefined;
  error?: string | undefined;
  /** Reads a typed text; null if it is no value. */
  read: (text: string) => string | null;
  /** How a value is written, such as dd/mm/yyyy. */
  form: string;
  /** The value for a day that the calendar chose. */
  onDay: (day: string) => string;
}

const textOf = (value: string) => (value === '' ? '' : dayText(value));

/**
 * A date that is typed or chosen from a calendar. The text stays as it was typed: one that is no date is not turned into another date, but
 * has no value and is shown with a message. What remains while somebody deletes (02/11/2026 on the way from 26 to 25) counts only once
 * they leave the field or press Enter.
 */
export function TypedDate({ label, required = false, disabled = false, value, onChange, ...rest }: Props) {
  const { onUnread, min, max, error, read, form, onDay } = rest;
  const [field, setField] = useState({ value, text: textOf(value) });
  const [isTyping, setTyping] = useState(false);
  // The value was changed elsewhere, such as by Reset.
  if (field.value !== value) setField({ value, text: textOf(value) });
  const put = (text: string, next: string) => {
    setField({ value: next, text });
    onUnread?.(next === '' && text.trim() !== '');
    if (next !== value) onChange(next);
  };
  const type = (text: string) => put(text, text.length < field.text.length ? '' : (read(text) ?? ''));
  const settle = () => {
    setTyping(false);
    const settled = read(field.text);
    if (settled !== null) put(dayText(settled), settled);
  };
  const { text } = field;
  const wrong = wrongText(text, read(text), form);
  const outside = outOfRange(value, min, max);
  return (
    <TextField
      compact
      label={label}
      mark={required && <span className="font-normal text-ink-3"> (required)</span>}
      required={required}
      readOnly={disabled}
      placeholder={form}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={text}
      // A form does not run with it (`asksForUnread`), also while the message still waits for the end of the typing.
      ref={(input) => input?.setCustomValidity(wrong ?? outside ?? '')}
      error={(isTyping && !isWrittenOut(text) ? undefined : wrong) ?? error ?? outside}
      onInvalid={() => setTyping(false)}
      onChange={({ target }) => type(target.value)}
      onFocus={() => setTyping(true)}
      onBlur={settle}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') settle();
      }}
      after={
        <Opener
          opens="dialog"
          label={`Calendar, ${label}`}
          disabled={disabled}
          reach={DayCalendar.reach}
          popUp={(opened) => (
            <DayCalendar
              {...opened}
              label={label}
              day={value === '' ? null : value.slice(0, 10)}
              min={min?.slice(0, 10)}
              max={max?.slice(0, 10)}
              onChoose={(day) => put(dayText(onDay(day)), onDay(day))}
            />
          )}
          className="grid size-[38px] shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink pointer-coarse:size-[42px]"
        >
          <CalendarDays size={16} aria-hidden />
        </Opener>
      }
    />
  );
}

/** Why a text is no value of the field. */
function wrongText(text: string, value: string | null, form: string): string | undefined {
  if (value !== null || text.trim() === '') return undefined;
  return isWrittenOut(text) ? notADate(text) : `${notADate(text)}. Write it as ${form}`;
}

function outOfRange(value: string, min: string | undefined, max: string | undefined): string | undefined {
  if (value === '') return undefined;
  if (min !== undefined && value < min) return `Choose a date from ${dayText(min)} on`;
  return max !== undefined && value > max ? `Choose a date up to ${dayText(max)}` : undefined;
}

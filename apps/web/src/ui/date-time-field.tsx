import { parseDateTime } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components';
import { cx } from './class-names';

interface Props {
  label: string;
  /** `yyyy-MM-ddTHH:mm`, or '' while it is not complete. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

const STEP = 'grid size-9 place-items-center rounded-md text-ink-2 hover:bg-hover pointer-coarse:size-11';

/** A day and a time as the portal writes them, dd/MM/yyyy and 24 hours, whatever the browser's own language is. */
export const DateTimeField = ({ label, value, error, onChange }: Props) => (
  <DatePicker
    value={value === '' ? null : parseDateTime(value)}
    onChange={(at) => onChange(at === null ? '' : at.toString().slice(0, 16))}
    granularity="minute"
    hourCycle={24}
    shouldForceLeadingZeros
    isInvalid={error !== undefined}
  >
    <Label className="mb-1.5 block text-base font-semibold">{label}</Label>
    <Group
      className={cx(
        'settle flex h-11 items-center rounded-md border bg-surface pl-3.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus',
        error !== undefined ? 'border-danger' : 'border-line-strong focus-within:border-focus',
      )}
    >
      <DateInput className="flex min-w-0 flex-1 items-center text-md pointer-coarse:text-[16px]">
        {(segment) => (
          <DateSegment
            segment={segment}
            className={({ isPlaceholder, isFocused }) =>
              cx(
                'rounded-sm px-px tabular-nums outline-none',
                isFocused ? 'bg-brand text-on-brand' : isPlaceholder && 'text-ink-3',
              )
            }
          />
        )}
      </DateInput>
      <Button className={cx(STEP, 'mr-1 text-ink-3')}>
        <CalendarDays size={18} aria-hidden />
      </Button>
    </Group>
    <FieldError className="mt-1.5 block text-sm font-medium text-danger">{error}</FieldError>
    <Popover
      placement="bottom end"
      offset={6}
      className="max-w-[calc(100vw-2rem)] overflow-auto rounded-lg border bg-raised shadow-pop"
    >
      <Dialog className="p-3 outline-none">
        <Calendar firstDayOfWeek="mon">
          <header className="mb-2 flex items-center gap-2">
            <Button slot="previous" className={STEP}>
              <ChevronLeft size={18} aria-hidden />
            </Button>
            <Heading className="flex-1 text-center text-base font-semibold" />
            <Button slot="next" className={STEP}>
              <ChevronRight size={18} aria-hidden />
            </Button>
          </header>
          <CalendarGrid className="text-center text-sm tabular-nums [&_th]:font-medium [&_th]:text-ink-3">
            {(date) => (
              <CalendarCell
                date={date}
                className={({ isSelected, isOutsideMonth, isFocusVisible }) =>
                  cx(
                    'grid size-9 cursor-pointer place-items-center rounded-md text-base outline-none pointer-coarse:size-11',
                    isOutsideMonth && 'invisible',
                    isSelected ? 'bg-brand font-semibold text-on-brand' : 'hover:bg-hover',
                    isFocusVisible && 'outline-2 outline-offset-1 outline-focus',
                  )
                }
              />
            )}
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  </DatePicker>
);

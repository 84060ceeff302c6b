import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Popover,
} from 'react-aria-components';
import { cx } from './class-names';

const step =
  'grid size-9 place-items-center rounded-md text-ink-2 hover:bg-hover data-[disabled]:text-line-strong pointer-coarse:size-11';

/** The body of a React Aria DatePicker below its label: the typed parts, the error, and the calendar. */
export const DatePickerParts = ({ error }: { error: string | undefined }) => (
  <>
    <Group
      className={cx(
        'settle flex h-10 items-center rounded-md border bg-surface pl-3 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus pointer-coarse:h-11',
        error === undefined ? 'border-line-strong focus-within:border-focus' : 'border-danger',
      )}
    >
      <DateInput className="data-[focus-visible]:outline-none flex min-w-0 flex-1 items-center text-base pointer-coarse:text-[16px]">
        {(segment) => (
          <DateSegment
            segment={segment}
            className="rounded-sm px-px outline-none data-[focused]:bg-brand data-[placeholder]:text-ink-3 data-[focused]:text-on-brand"
          />
        )}
      </DateInput>
      <Button className="grid size-[38px] shrink-0 place-items-center rounded-md text-ink-3 hover:text-ink pointer-coarse:size-[42px]">
        <CalendarDays size={16} aria-hidden />
      </Button>
    </Group>
    <FieldError className="mt-1 block text-sm font-medium text-danger">{error}</FieldError>
    <Popover placement="bottom end" offset={6} className="rounded-lg border bg-raised shadow-pop">
      <Dialog className="p-3 outline-none">
        <Calendar>
          <header className="mb-2 flex items-center gap-1">
            <Button slot="previous" className={step}>
              <ChevronLeft size={17} aria-hidden />
            </Button>
            <Heading className="flex-1 text-center text-base font-semibold" />
            <Button slot="next" className={step}>
              <ChevronRight size={17} aria-hidden />
            </Button>
          </header>
          <CalendarGrid className="border-separate border-spacing-0.5" weekdayStyle="short">
            <CalendarGridHeader>
              {(day) => (
                <CalendarHeaderCell className="size-9 text-xs font-medium text-ink-3">{day}</CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(day) => (
                <CalendarCell
                  date={day}
                  className="grid size-9 cursor-pointer place-items-center rounded-md text-base outline-none data-[outside-month]:hidden data-[disabled]:cursor-default data-[focus-visible]:outline-2 data-[hovered]:bg-hover data-[selected]:bg-brand data-[disabled]:text-line-strong data-[selected]:text-on-brand data-[focus-visible]:outline-focus pointer-coarse:size-11"
                />
              )}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  </>
);

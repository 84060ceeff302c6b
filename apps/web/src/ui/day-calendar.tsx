import { parseDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Dialog,
  Heading,
} from 'react-aria-components';
import type { Opened } from './opener';
import { PopUp } from './pop-up';

const step =
  'grid size-9 place-items-center rounded-md text-ink-2 hover:bg-hover data-[disabled]:text-line-strong pointer-coarse:size-11';

interface Props extends Opened {
  label: string;
  /** yyyy-MM-dd */
  day: string | null;
  min: string | undefined;
  max: string | undefined;
  onChoose: (day: string) => void;
}

const within = (day: string, min: string | undefined, max: string | undefined): string =>
  min !== undefined && day < min ? min : max !== undefined && day > max ? max : day;

/** The calendar of a date field. It begins at the field's day, or at the nearest one that may be chosen. */
export const DayCalendar = ({ label, day, min, max, onChoose, trigger, onClose }: Props) => (
  <PopUp trigger={trigger} onClose={onClose} placement="bottom end" offset={6} className="">
    <Dialog aria-label={`Calendar, ${label}`} className="p-3 outline-none">
      <Calendar
        autoFocus
        value={day === null ? null : parseDate(day)}
        {...(day !== null && { defaultFocusedValue: parseDate(within(day, min, max)) })}
        {...(min !== undefined && { minValue: parseDate(min) })}
        {...(max !== undefined && { maxValue: parseDate(max) })}
        onChange={(chosen) => {
          onChoose(chosen.toString());
          onClose();
        }}
      >
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
            {(name) => (
              <CalendarHeaderCell className="size-9 text-xs font-medium text-ink-3">{name}</CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                className="grid size-9 cursor-pointer place-items-center rounded-md text-base outline-none data-[outside-month]:hidden data-[disabled]:cursor-default data-[focus-visible]:outline-2 data-[hovered]:bg-hover data-[selected]:bg-brand data-[disabled]:text-line-strong data-[selected]:text-on-brand data-[focus-visible]:outline-focus pointer-coarse:size-11"
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </Dialog>
  </PopUp>
);

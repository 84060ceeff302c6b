import { listed } from '../../ui/listed';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** 'Every day', 'Monday to Friday', or the days one by one. */
export const daysInWords = (days: readonly number[]): string =>
  days.length === 7
    ? 'Every day'
    : days.join() === '1,2,3,4,5'
      ? 'Monday to Friday'
      : listed(days.map((day) => WEEKDAYS[day - 1]!));

import { isIsoDate, monthEnd, shiftMonth } from '../calendar-dates.js';
import type { TemplateDetails, TemplateScope } from './report-template.events.js';

/** The name of what serves where no template does. */
export const usualTemplate = 'DEFAULT';

/** The narrowest of the templates of a plan's platform that serves an employer, or the plan without an employer; null if none does. */
export function servingTemplate<Template extends TemplateScope>(
  templates: readonly Template[],
  { platformId, planId, companyId }: { platformId: string; planId: string; companyId: string | null },
): Template | null {
  const ofPlatform = templates.filter((template) => template.platformId === platformId);
  return (
    (companyId === null
      ? undefined
      : ofPlatform.find((template) => template.companyId === companyId && template.planId === planId)) ??
    ofPlatform.find((template) => template.companyId === null && template.planId === planId) ??
    ofPlatform.find((template) => template.companyId === null && template.planId === null) ??
    null
  );
}

/**
 * The month ends (yyyy-MM-dd) between which a template's report reports: closed months within the template's dates. Months are yyyy-MM; null
 * if none ends there.
 */
export function templatePeriod(
  { reportingStartDate, reportingEndDate }: Pick<TemplateDetails, 'reportingStartDate' | 'reportingEndDate'>,
  { firstMonth, closedMonth }: { firstMonth: string | null; closedMonth: string | null },
): { start: string; end: string } | null {
  if (firstMonth === null || closedMonth === null) return null;
  const start = later(monthEnd(firstMonth), endOnOrAfter(reportingStartDate));
  const last = endOnOrBefore(reportingEndDate);
  const end = last < monthEnd(closedMonth) ? last : monthEnd(closedMonth);
  return start <= end ? { start, end } : null;
}

const later = (a: string, b: string): string => (a > b ? a : b);
const endOnOrAfter = (day: string): string => monthEnd(day.slice(0, 7));
const endOnOrBefore = (day: string): string => {
  const end = monthEnd(day.slice(0, 7));
  return end === day ? end : monthEnd(shiftMonth(day.slice(0, 7), -1));
};

/** The dates of a new template: a year either side of a day (yyyy-MM-dd). */
export function usualDates(today: string): Pick<TemplateDetails, 'reportingStartDate' | 'reportingEndDate'> {
  const shifted = (years: number) => {
    const [year, rest] = [Number(today.slice(0, 4)) + years, today.slice(4)];
    // The 29th of February has no anniversary in most years.
    return isIsoDate(`${year}${rest}`) ? `${year}${rest}` : `${year}-02-28`;
  };
  return { reportingStartDate: shifted(-1), reportingEndDate: shifted(1) };
}

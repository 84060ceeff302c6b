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

/** A plan of a platform, with the employers in it. */
export interface TemplatedPlan {
  planId: string;
  companyIds: readonly string[];
}

/** How many reports begin with a template: those of employers, and those of plans, which name no employer. */
export interface Served<Template> {
  template: Template;
  employers: number;
  plans: number;
}

const isScope = (a: TemplateScope, b: TemplateScope): boolean =>
  a.platformId === b.platformId && a.planId === b.planId && a.companyId === b.companyId;

/**
 * Whom a template for a platform, plan or employer serves, and which narrower templates win for whom within it. It counts by what the making
 * of each report asks. A template that is yet to be made counts as if it were there.
 */
export function precedenceOf<Template extends TemplateScope>(
  templates: readonly Template[],
  scope: TemplateScope,
  plans: readonly TemplatedPlan[],
): { employers: number; plans: number; narrower: Served<Template>[] } {
  const { platformId } = scope;
  const own = { employers: 0, plans: 0 };
  const narrower = new Map<Template, Served<Template>>();
  const others = templates.filter((each) => !isScope(each, scope));
  const count = (planId: string, companyId: string | null) => {
    const serving = servingTemplate<Template | TemplateScope>([...others, scope], { platformId, planId, companyId });
    const kind = companyId === null ? 'plans' : 'employers';
    if (serving === scope) own[kind]++;
    const other = others.find((each) => each === serving);
    if (other === undefined) return;
    const counted = narrower.get(other) ?? { template: other, employers: 0, plans: 0 };
    narrower.set(other, { ...counted, [kind]: counted[kind] + 1 });
  };
  for (const { planId, companyIds } of plans) {
    if (scope.planId !== null && scope.planId !== planId) continue;
    if (scope.companyId === null) count(planId, null);
    for (const companyId of companyIds)
      if (scope.companyId === null || scope.companyId === companyId) count(planId, companyId);
  }
  return { ...own, narrower: [...narrower.values()] };
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
